package shop;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** What the client talks to. */
@RestController
public class OrderController {
    private final Orders orders;

    public OrderController(Orders orders) {
        this.orders = orders;
    }

    @PostMapping("/orders")
    public String place(@RequestParam("article") String article, @RequestParam("pieces") int pieces) {
        return orders.place(article, pieces);
    }

    @GetMapping("/orders/count")
    public String count() {
        return orders.count();
    }

    @ExceptionHandler(IllegalArgumentException.class)
    @ResponseStatus(HttpStatus.BAD_REQUEST)
    public String refused(IllegalArgumentException reason) {
        return "wrong: " + reason.getMessage();
    }
}

package shop;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import sim.instrumentation.annotation.Instrument;

/** A CGLIB proxy, for it has transactions and no interface; the annotation is inherited by the proxy. */
@Service
@Instrument
public class Orders {
    private final OrderRepository repository;
    private final Audit audit;

    public Orders(OrderRepository repository, Audit audit) {
        this.repository = repository;
        this.audit = audit;
    }

    @Transactional
    public String place(String article, int pieces) {
        if (pieces < 1) {
            throw new IllegalArgumentException("pieces");
        }
        Order placed = repository.save(new Order(article, pieces));
        audit.note(placed.id());
        return placed.article() + " x " + placed.pieces() + ", " + repository.countByArticle(article) + " so far";
    }

    @Transactional(readOnly = true)
    public String count() {
        return repository.count() + " orders, " + repository.pieces() + " pieces";
    }
}

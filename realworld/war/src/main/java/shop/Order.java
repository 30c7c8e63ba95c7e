package shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** What a customer has ordered. */
@Entity
@Table(name = "orders")
public class Order {
    @Id
    private long number;
    private String article;
    private int pieces;

    protected Order() {}

    Order(long number, String article, int pieces) {
        this.number = number;
        this.article = article;
        this.pieces = pieces;
    }

    String article() {
        return article;
    }

    int pieces() {
        return pieces;
    }
}

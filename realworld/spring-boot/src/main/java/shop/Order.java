package shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** One order. */
@Entity
@Table(name = "orders")
public class Order {
    @Id
    @GeneratedValue
    private Long id;
    private String article;
    private int pieces;

    protected Order() {}

    Order(String article, int pieces) {
        this.article = article;
        this.pieces = pieces;
    }

    Long id() {
        return id;
    }

    String article() {
        return article;
    }

    int pieces() {
        return pieces;
    }
}

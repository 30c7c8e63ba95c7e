package shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;

/** The orders, in the database. */
@ApplicationScoped
public class Orders {
    @PersistenceContext
    private EntityManager entities;

    /** Orders that were placed before are found. */
    @Transactional
    public String place(long number) {
        Order known = entities.find(Order.class, number);
        if (known == null) {
            known = new Order(number, article(number), (int) (number % 7) + 1);
            entities.persist(known);
        }
        return known.article() + " x " + known.pieces();
    }

    @Transactional
    public long count() {
        return entities.createQuery("select count(o) from Order o", Long.class).getSingleResult();
    }

    private static String article(long number) {
        return "article " + number % 13;
    }
}

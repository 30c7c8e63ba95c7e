package shop;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** A JDK proxy, by Spring Data. */
public interface OrderRepository extends JpaRepository<Order, Long> {
    long countByArticle(String article);

    @Query("select coalesce(sum(o.pieces), 0) from Order o")
    long pieces();
}

package program;

/** What a customer has ordered, and what the rules say of it. */
public final class Order {
    private final String customer;
    private final int pieces;
    private final int price;
    private String kind = "usual";

    public Order(String customer, int pieces, int price) {
        this.customer = customer;
        this.pieces = pieces;
        this.price = price;
    }

    public String getCustomer() {
        return customer;
    }

    public int getPieces() {
        return pieces;
    }

    public int getPrice() {
        return price;
    }

    public String getKind() {
        return kind;
    }

    public void setKind(String kind) {
        this.kind = kind;
    }
}

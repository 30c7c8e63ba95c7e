package shop.etl;

/** One line of an order file; the price is in cents. */
record Order(int id, String customer, String category, int quantity, int cents) {}

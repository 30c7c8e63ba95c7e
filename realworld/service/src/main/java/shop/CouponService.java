package shop;

/** The exceptions: customers type coupons, and every third is no number. They are caught, and nobody sees them. */
final class CouponService {
    long discount(String coupons) {
        long discount = 0;
        for (String coupon : coupons.split(",")) {
            try {
                discount += parse(coupon);
            } catch (NumberFormatException mistyped) {
                // no discount
            }
        }
        return discount;
    }

    private static int parse(String coupon) {
        return Integer.parseInt(coupon);
    }
}

package planted;

/** What a program does with an order, whichever way it comes in. Many threads. */
interface Orders {
    void place(int order) throws Exception;
}

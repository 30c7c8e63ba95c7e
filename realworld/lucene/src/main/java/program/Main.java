package program;

import java.nio.file.Files;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.FSDirectory;

/** Indexes so many documents and asks for them in several ways. */
public final class Main {
    private static final String[] WORDS = {"meter", "probe", "thread", "wait", "block", "clock", "tree", "node", "sum",
            "lock", "heap", "queue", "frame", "wire", "store", "page"};

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        int documents = Integer.parseInt(arguments[0]);
        try (FSDirectory directory = FSDirectory.open(Files.createTempDirectory("lucene"))) {
            IndexWriterConfig settings = new IndexWriterConfig(new StandardAnalyzer())
                    .setMergeScheduler(new SerialMergeScheduler());
            try (IndexWriter writer = new IndexWriter(directory, settings)) {
                for (int i = 0; i < documents; i++) {
                    Document document = new Document();
                    document.add(new StringField("id", String.valueOf(i), Field.Store.YES));
                    StringBuilder text = new StringBuilder();
                    for (int w = 0; w < 40; w++) {
                        text.append(WORDS[(i * 31 + w * w * 7) % WORDS.length]).append(i % (w + 2)).append(' ');
                    }
                    document.add(new TextField("text", text.toString(), Field.Store.NO));
                    document.add(new NumericDocValuesField("rank", i % 101));
                    writer.addDocument(document);
                }
                writer.forceMerge(1);
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                QueryParser parser = new QueryParser("text", new StandardAnalyzer());
                for (String query : new String[]{"meter1", "probe0 AND thread3", "\"meter0 store0\"", "wai*", "clok1~",
                        "heap2 OR (lock1 AND NOT tree0)"}) {
                    TopDocs found = searcher.search(parser.parse(query), 3,
                            new Sort(new SortField("rank", SortField.Type.LONG), SortField.FIELD_DOC));
                    StringBuilder line = new StringBuilder(query + ": " + found.totalHits);
                    for (var hit : found.scoreDocs) {
                        line.append(' ').append(searcher.storedFields().document(hit.doc).get("id"));
                    }
                    System.out.println(line);
                }
            }
        }
    }
}

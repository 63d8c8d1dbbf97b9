// Lucene as an alternative search engine, for bench/engines/run.ts.
//   java LarderLucene build FOODS.copy INDEX
//   java LarderLucene serve INDEX SYNONYMS.tsv   reads one query per line, writes one JSON array per line

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.EnglishMinimalStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.PerFieldAnalyzerWrapper;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.synonym.SynonymGraphFilter;
import org.apache.lucene.analysis.synonym.SynonymMap;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.spell.DirectSpellChecker;
import org.apache.lucene.search.spell.SuggestMode;
import org.apache.lucene.search.spell.SuggestWord;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.CharsRef;
import org.apache.lucene.util.CharsRefBuilder;
import org.apache.lucene.util.QueryBuilder;

public final class LarderLucene {
  static final int PAGE_SIZE = 10;
  static final int MAX_FUZZY_TERMS = 50;
  static final int FUZZY_PREFIX_LENGTH = 1;
  static final int MAX_PREFIX = 12;
  static final int PHRASE_SLOP = 2;

  // Boosts, chosen on the people set.
  static final float NAME = 2;
  static final float STEM = 1.8f;
  static final float BRAND = 1.5f;
  static final float PREFIX = 3;
  static final float FUZZY = 0.5f;
  static final float PHRASE = 0.5f;
  static final float EXACT_NAME = 2;
  static final float USABLE = 10;
  static final float RANK = 15;
  static final float RANK_PIVOT = 300_000;
  static final float CORRECTED_WORD_AS_TYPED = 0.3f;

  /** A word is corrected if a similar one is so many times more frequent. */
  static final int MIN_FREQUENCY_RATIO = 10;

  static final float MIN_SHARE_OF_WORDS = 0.5f;

  static final CharArraySet STOP_WORDS = EnglishAnalyzer.ENGLISH_STOP_WORDS_SET;

  enum Form { WORDS, STEMS, PREFIXES }

  static Analyzer analyzer(Form form, SynonymMap synonyms) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer tokens = new StandardTokenizer();
        TokenStream stream = new ASCIIFoldingFilter(new LowerCaseFilter(tokens));
        if (form == Form.STEMS) stream = new EnglishMinimalStemFilter(stream);
        if (form == Form.PREFIXES) stream = new EdgeNGramTokenFilter(stream, 2, MAX_PREFIX, false);
        if (synonyms != null) stream = new SynonymGraphFilter(stream, synonyms, true);
        return new TokenStreamComponents(tokens, stream);
      }
    };
  }

  static final Analyzer WORDS = analyzer(Form.WORDS, null);
  static final Analyzer STEMS = analyzer(Form.STEMS, null);
  static final DirectSpellChecker SPELL_CHECKER = new DirectSpellChecker();

  final IndexSearcher searcher;
  /** Null without synonyms. */
  final QueryBuilder synonymQueries;

  LarderLucene(IndexSearcher searcher, SynonymMap synonyms) {
    this.searcher = searcher;
    synonymQueries = synonyms == null ? null : new QueryBuilder(analyzer(Form.STEMS, synonyms));
  }

  public static void main(String[] args) throws IOException {
    if (args[0].equals("build")) build(Path.of(args[1]), Path.of(args[2]));
    else serve(Path.of(args[1]), Path.of(args[2]));
  }

  // ---- Building ----

  static void build(Path foods, Path index) throws IOException {
    Analyzer prefixes = analyzer(Form.PREFIXES, null);
    IndexWriterConfig config = new IndexWriterConfig(
        new PerFieldAnalyzerWrapper(WORDS, Map.of("stem", STEMS, "text_stem", STEMS, "prefix", prefixes)));
    config.setSimilarity(new BM25Similarity());
    config.setRAMBufferSizeMB(256);
    // Separate files, so that the stored foods can be subtracted from the size of the index.
    config.setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(FSDirectory.open(index), config);
        BufferedReader lines = Files.newBufferedReader(foods, StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) writer.addDocument(document(line));
      // The best case for searching: a catalog that an import has just rebuilt.
      writer.forceMerge(1);
    }
  }

  /** Columns as in export.ts. */
  static Document document(String line) {
    String[] columns = line.split("\t", -1);
    String name = unescape(columns[1]);
    String brand = unescape(columns[2]);
    String text = brand.isEmpty() ? name : name + " " + brand;
    Document document = new Document();
    document.add(new TextField("name", name, Field.Store.NO));
    document.add(new TextField("stem", name, Field.Store.NO));
    document.add(new TextField("brand", brand, Field.Store.NO));
    document.add(new TextField("text", text, Field.Store.NO));
    document.add(new TextField("text_stem", text, Field.Store.NO));
    document.add(new TextField("prefix", text, Field.Store.NO));
    document.add(new StringField("exact_name", exactName(name), Field.Store.NO));
    document.add(new FeatureField("quality", "rank", Math.max(1, Integer.parseInt(columns[5]))));
    if (columns[6].equals("t")) document.add(new StringField("is_usable", "t", Field.Store.NO));
    if (columns[7].equals("t")) document.add(new StringField("is_group_best", "t", Field.Store.NO));
    document.add(new StoredField("food", unescape(columns[8])));
    return document;
  }

  /** The text of a column in PostgreSQL's COPY format. */
  static String unescape(String column) {
    if (column.equals("\\N")) return "";
    if (column.indexOf('\\') < 0) return column;
    StringBuilder text = new StringBuilder(column.length());
    for (int at = 0; at < column.length(); at++) {
      char letter = column.charAt(at);
      if (letter != '\\') {
        text.append(letter);
        continue;
      }
      char escaped = column.charAt(++at);
      switch (escaped) {
        case 'n' -> text.append('\n');
        case 't' -> text.append('\t');
        case 'r' -> text.append('\r');
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'v' -> text.append('\u000b');
        default -> text.append(escaped);
      }
    }
    return text.toString();
  }

  // ---- Serving ----

  static void serve(Path index, Path synonymFile) throws IOException {
    IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(FSDirectory.open(index)));
    searcher.setSimilarity(new BM25Similarity());
    LarderLucene lucene = new LarderLucene(searcher, readSynonyms(synonymFile));
    BufferedReader queries = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    BufferedWriter answers = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8));
    answers.write("ready\n");
    answers.flush();
    for (String q = queries.readLine(); q != null; q = queries.readLine()) {
      List<String> foods = new ArrayList<>();
      for (int id : lucene.search(q)) foods.add(searcher.doc(id).get("food"));
      answers.write("[" + String.join(",", foods) + "]\n");
      answers.flush();
    }
  }

  /** A word of the query, with the more frequent word that may be meant, or null. */
  record Word(String text, String correction, boolean isLast) {
    boolean isStopWord() {
      return STOP_WORDS.contains(text);
    }
  }

  List<Word> words(String q) throws IOException {
    List<String> texts = tokens(WORDS, q);
    List<Word> words = new ArrayList<>();
    for (String text : texts) {
      boolean isLast = words.size() == texts.size() - 1;
      words.add(new Word(text, correction(text, isLast), isLast));
    }
    return words;
  }

  /** Foods with every word as typed; then, to fill the page, with typos; then, if there are none, with some words. */
  Set<Integer> search(String q) throws IOException {
    Set<Integer> found = new LinkedHashSet<>();
    List<Word> words = words(q);
    if (words.isEmpty()) return found;
    addHits(query(q, words, false, 1), found);
    if (found.size() < PAGE_SIZE) addHits(query(q, words, true, 1), found);
    if (found.isEmpty()) addHits(query(q, words, true, MIN_SHARE_OF_WORDS), found);
    return found;
  }

  void addHits(Query query, Set<Integer> found) throws IOException {
    for (ScoreDoc hit : searcher.search(query, PAGE_SIZE).scoreDocs)
      if (found.size() < PAGE_SIZE) found.add(hit.doc);
  }

  /** Requires a share of the words, not counting stop words unless there are only those. */
  Query query(String q, List<Word> words, boolean isFuzzy, float share) {
    boolean hasOnlyStopWords = words.stream().allMatch(Word::isStopWord);
    BooleanQuery.Builder required = new BooleanQuery.Builder();
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    int count = 0;
    for (Word word : words) {
      Query clause = wordQuery(word, isFuzzy);
      if (!hasOnlyStopWords && word.isStopWord()) query.add(clause, Occur.SHOULD);
      else {
        required.add(clause, Occur.SHOULD);
        count++;
      }
    }
    required.setMinimumNumberShouldMatch(Math.max(1, (int) Math.ceil(share * count)));
    query.add(withSynonyms(required.build(), q), Occur.MUST);
    if (words.size() > 1) query.add(boosted(phrase(words), PHRASE), Occur.SHOULD);
    query.add(constant(new TermQuery(new Term("exact_name", exactName(q))), EXACT_NAME), Occur.SHOULD);
    query.add(constant(new TermQuery(new Term("is_usable", "t")), USABLE), Occur.SHOULD);
    query.add(FeatureField.newSaturationQuery("quality", "rank", RANK, RANK_PIVOT), Occur.SHOULD);
    query.add(new TermQuery(new Term("is_group_best", "t")), Occur.FILTER);
    return query.build();
  }

  /** As Elasticsearch's term suggester with suggest_mode "popular" does; null if the word is fine as typed. */
  String correction(String word, boolean isLast) throws IOException {
    int edits = maxEdits(word);
    if (edits == 0) return null;
    SPELL_CHECKER.setMaxEdits(edits);
    IndexReader reader = searcher.getIndexReader();
    Term term = new Term("text", word);
    // The last word may be unfinished.
    boolean isPrefix = isLast && word.length() <= MAX_PREFIX;
    int frequency = Math.max(1, reader.docFreq(isPrefix ? new Term("prefix", word) : term));
    for (SuggestWord similar : SPELL_CHECKER.suggestSimilar(term, 3, reader, SuggestMode.SUGGEST_MORE_POPULAR))
      if (similar.freq >= MIN_FREQUENCY_RATIO * frequency) return similar.string;
    return null;
  }

  static Query wordQuery(Word word, boolean isFuzzy) {
    Query typed = wordQuery(word.text, word.isLast, isFuzzy);
    if (word.correction == null) return typed;
    Query corrected = wordQuery(word.correction, false, false);
    return new DisjunctionMaxQuery(List.of(boosted(typed, CORRECTED_WORD_AS_TYPED), corrected), 0);
  }

  static Query wordQuery(String word, boolean isLast, boolean isFuzzy) {
    List<Query> ways = new ArrayList<>();
    ways.add(boosted(new TermQuery(new Term("name", word)), NAME));
    for (String stem : tokens(STEMS, word)) ways.add(boosted(new TermQuery(new Term("stem", stem)), STEM));
    ways.add(boosted(new TermQuery(new Term("brand", word)), BRAND));
    if (isLast && word.length() >= 2 && word.length() <= MAX_PREFIX)
      ways.add(boosted(new TermQuery(new Term("prefix", word)), PREFIX));
    int edits = maxEdits(word);
    if (isFuzzy && edits > 0)
      ways.add(boosted(
          new FuzzyQuery(new Term("text", word), edits, FUZZY_PREFIX_LENGTH, MAX_FUZZY_TERMS, true), FUZZY));
    return new DisjunctionMaxQuery(ways, 0.1f);
  }

  /** Elasticsearch's fuzziness AUTO. */
  static int maxEdits(String word) {
    int length = word.codePointCount(0, word.length());
    return length < 3 ? 0 : length < 6 ? 1 : 2;
  }

  Query withSynonyms(Query words, String q) {
    Query synonyms = synonymQueries == null ? null : synonymQueries.createBooleanQuery("text_stem", q, Occur.MUST);
    return synonyms == null ? words : new DisjunctionMaxQuery(List.of(words, synonyms), 0);
  }

  static Query phrase(List<Word> words) {
    return new PhraseQuery(PHRASE_SLOP, "name", words.stream().map(Word::text).toArray(String[]::new));
  }

  static Query boosted(Query query, float boost) {
    return new BoostQuery(query, boost);
  }

  static Query constant(Query query, float score) {
    return boosted(new ConstantScoreQuery(query), score);
  }

  static String exactName(String text) {
    return String.join(" ", tokens(STEMS, text));
  }

  static List<String> tokens(Analyzer analyzer, String text) {
    List<String> tokens = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("", new StringReader(text))) {
      CharTermAttribute token = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) tokens.add(token.toString());
      stream.end();
    } catch (IOException error) {
      throw new IllegalStateException(error);
    }
    return tokens;
  }

  // ---- Synonyms ----

  /** Lines "phrase, tab, target"; null if there are none. */
  static SynonymMap readSynonyms(Path file) throws IOException {
    SynonymMap.Builder builder = new SynonymMap.Builder(true);
    boolean isEmpty = true;
    for (String line : Files.readAllLines(file)) {
      String[] columns = line.split("\t");
      CharsRef target = joined(tokens(STEMS, unescape(columns[1])));
      // The phrase is a name key, whose words are sorted: any order may be typed.
      for (List<String> order : orders(tokens(STEMS, unescape(columns[0])))) {
        builder.add(joined(order), target, true);
        isEmpty = false;
      }
    }
    return isEmpty ? null : builder.build();
  }

  static CharsRef joined(List<String> words) {
    return SynonymMap.Builder.join(words.toArray(String[]::new), new CharsRefBuilder());
  }

  /** All orders of up to three words; of more words only the given one. */
  static List<List<String>> orders(List<String> words) {
    if (words.isEmpty()) return List.of();
    if (words.size() == 1 || words.size() > 3) return List.of(words);
    List<List<String>> orders = new ArrayList<>();
    for (int first = 0; first < words.size(); first++) {
      List<String> rest = new ArrayList<>(words);
      String word = rest.remove(first);
      for (List<String> order : orders(rest)) {
        List<String> whole = new ArrayList<>(List.of(word));
        whole.addAll(order);
        orders.add(whole);
      }
    }
    return orders;
  }
}

import { Document, Image, Link, Page, StyleSheet, Text, View } from "@react-pdf/renderer";
import { parseMarkdown } from "@/components/ui/markdown-blocks";
import type { MagazinePage } from "@/lib/guide/magazines/queries";
import { PdfBlocks, type Paper } from "./pdf-blocks";
import { DISPLAY, registerFonts, TEXT } from "./pdf-fonts";

export type IssuePdfProps = {
  title: string;
  /** `Edição 1 · novembro de 2026` */
  edition: string;
  /** Description of the magazine, shown below its name. */
  tagline: string;
  description: string;
  url: string;
  /** JPEGs by page number: the complete cover, and strips for the other pages. */
  art: ReadonlyMap<number, Buffer>;
  pages: readonly MagazinePage[];
  kindOf: (kind: string) => string;
  linkTo: Paper["linkTo"];
};

const INK = "#182235";
const NIGHT = "#0b1220";
const MARGIN = 38;
/** Size of A5 in points. */
const WIDTH = 419.5;
const HEIGHT = 595;

const styles = StyleSheet.create({
  page: {
    fontFamily: TEXT,
    fontSize: 10.2,
    lineHeight: 1.45,
    color: INK,
    paddingTop: MARGIN,
    paddingBottom: 52,
    paddingHorizontal: MARGIN,
  },
  strip: {
    marginTop: -MARGIN,
    marginHorizontal: -MARGIN,
    marginBottom: 16,
    objectFit: "cover",
    objectPosition: "50% 78%",
  },
  kind: {
    fontFamily: DISPLAY,
    fontWeight: 700,
    fontSize: 11,
    color: "#8a5b00",
    textTransform: "uppercase",
    letterSpacing: 0.8,
    lineHeight: 1.2,
  },
  title: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 26, lineHeight: 1.08, marginTop: 2 },
  dashes: { flexDirection: "row", marginTop: 8, marginBottom: 12 },
  dash: { width: 18, height: 2.5, marginRight: 8, backgroundColor: "#f7b733" },
  footer: {
    position: "absolute",
    left: MARGIN,
    top: HEIGHT - 34,
    fontSize: 8,
    lineHeight: 1.2,
    color: "#566179",
    textDecoration: "none",
  },
  number: {
    position: "absolute",
    right: MARGIN,
    top: HEIGHT - 36,
    width: 40,
    textAlign: "right",
    fontFamily: DISPLAY,
    fontWeight: 700,
    fontSize: 11,
    lineHeight: 1.2,
  },
  cover: { fontFamily: TEXT, fontSize: 9.2, lineHeight: 1.38, color: "#eaf0fa", backgroundColor: NIGHT },
  picture: { position: "absolute", top: 0, left: 0, width: WIDTH, height: HEIGHT },
  words: { height: HEIGHT, padding: 30, justifyContent: "space-between" },
  masthead: {
    fontFamily: DISPLAY,
    fontWeight: 700,
    fontSize: 73,
    lineHeight: 1,
    color: "#ffffff",
    letterSpacing: 1,
    marginBottom: 6,
  },
  coverTitle: {
    fontFamily: DISPLAY,
    fontWeight: 700,
    fontSize: 33,
    lineHeight: 1.04,
    color: "#f7b733",
    marginBottom: 6,
  },
});

/** An issue as an A5 PDF; a text that is too long for its page continues on the next. */
export function IssuePdf(issue: IssuePdfProps) {
  registerFonts();
  const [cover, ...rest] = issue.pages;
  return (
    <Document
      title={issue.title}
      author="Portal LACAMBECHE"
      creator="Portal LACAMBECHE"
      producer="Portal LACAMBECHE"
      subject={issue.description}
      keywords="antigomobilismo, carro antigo, LACAMBECHE"
      language="pt-BR"
      pageMode="useOutlines"
    >
      {cover && <CoverPage cover={cover} issue={issue} />}
      {rest.map((page) => (
        <TextPage key={page.page} page={page} issue={issue} />
      ))}
    </Document>
  );
}

/** Longer texts do not fit below the picture (number of characters). */
const COVER_LETTERS = 1200;

function CoverPage({ cover, issue }: { cover: MagazinePage; issue: IssuePdfProps }) {
  const fits = cover.body.length <= COVER_LETTERS;
  const picture = issue.art.get(cover.page);
  return (
    <>
      <Page size="A5" style={styles.cover} bookmark={cover.title || issue.title}>
        <View style={styles.words} wrap={false}>
          {picture && <Image src={picture} style={styles.picture} />}
          <View>
            <Text style={styles.masthead}>LACAMBECHE</Text>
            <Text style={{ fontFamily: DISPLAY, fontWeight: 700, fontSize: 11.5 }}>
              {issue.tagline} · {issue.edition}
            </Text>
          </View>
          <View>
            <Text style={styles.coverTitle}>{cover.title || issue.title}</Text>
            {fits && <PdfBlocks blocks={coverBlocks(cover.body)} paper={{ linkTo: issue.linkTo, ink: "#eaf0fa" }} />}
          </View>
        </View>
      </Page>
      {!fits && <TextPage page={cover} issue={issue} />}
    </>
  );
}

/** Removes a heading at the start, because the masthead already contains it. */
function coverBlocks(body: string) {
  const blocks = parseMarkdown(body);
  return blocks[0]?.type === "heading" ? blocks.slice(1) : blocks;
}

function TextPage({ page, issue }: { page: MagazinePage; issue: IssuePdfProps }) {
  const blocks = parseMarkdown(page.body);
  const picture = issue.art.get(page.page);
  const { height, size } = layoutOf(page);
  return (
    <Page size="A5" style={[styles.page, { fontSize: size }]} bookmark={page.title || undefined}>
      {picture && height > 0 && <Image src={picture} style={[styles.strip, { height }]} />}
      <Text style={styles.kind}>{issue.kindOf(page.kind)}</Text>
      <Text style={styles.title}>{page.title}</Text>
      <View style={styles.dashes}>
        {[1, 2, 3].map((dash) => (
          <View key={dash} style={styles.dash} />
        ))}
      </View>
      <PdfBlocks blocks={blocks} paper={{ linkTo: issue.linkTo, ink: INK }} />
      <Link src={issue.url} style={styles.footer} fixed>
        LACAMBECHE · {issue.edition}
      </Link>
      <Text style={styles.number} render={({ pageNumber }) => String(pageNumber)} fixed />
    </Page>
  );
}

/** Font sizes in points, below a picture and on a page without one; at the last size the text may continue on a next page. */
const SIZES = { underArt: [11.4, 10.8, 10.2], alone: [10.2, 9.8, 9.4, 9, 8.7] };
/** Line height in points and characters per line at a font size of 10 points. */
const LINE = 14.5;
const LETTERS = 69.4;
const ART = { least: 56, most: 200 };

/** The largest font size, and for it the tallest picture, that fit on one page; no picture if both do not fit. */
function layoutOf({ body, title }: MagazinePage): { height: number; size: number } {
  const space = HEIGHT - MARGIN - 52 - 44 - Math.ceil(title.length / 32) * 28;
  const roomAt = (size: number) => space - textHeight(body, size);
  const size = SIZES.underArt.find((candidate) => roomAt(candidate) >= ART.least);
  if (size) return { height: Math.min(roomAt(size) + MARGIN - 16, ART.most), size };
  return { height: 0, size: SIZES.alone.find((candidate) => roomAt(candidate) >= 0) ?? SIZES.alone.at(-1)! };
}

function textHeight(body: string, size: number): number {
  const lines = body.split("\n").filter((line) => line.trim());
  const gap = (line: string) => (/^\s*(?:[-*]|\d+[.)])\s/.test(line) ? 2.5 : line.startsWith("#") ? 18 : 8);
  return lines.reduce(
    (sum, line) => sum + Math.ceil((line.length * size) / 10 / LETTERS) * LINE * (size / 10) + gap(line),
    0,
  );
}

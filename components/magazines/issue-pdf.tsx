import { Document, Image, Link, Page, StyleSheet, Text, View } from "@react-pdf/renderer";
import { parseMarkdown } from "@/components/ui/markdown-blocks";
import type { MagazinePage } from "@/lib/magazines/queries";
import { PdfBlocks, type Paper } from "./pdf-blocks";
import { DISPLAY, registerFonts, TEXT } from "./pdf-fonts";

export type IssuePdfProps = {
  title: string;
  /** `Edição 1 · novembro de 2026` */
  edition: string;
  /** What the magazine is, under its name. */
  tagline: string;
  description: string;
  url: string;
  /** JPEGs by page number: the cover whole, the others as strips. */
  art: ReadonlyMap<number, Buffer>;
  pages: readonly MagazinePage[];
  kindOf: (kind: string) => string;
  linkTo: Paper["linkTo"];
};

const INK = "#182235";
const NIGHT = "#0b1220";
const MARGIN = 38;
/** Points of A5. */
const HEIGHT = 595;

const styles = StyleSheet.create({
  page: { fontFamily: TEXT, fontSize: 10.2, lineHeight: 1.45, color: INK, paddingTop: MARGIN, paddingBottom: 52, paddingHorizontal: MARGIN },
  strip: { marginTop: -MARGIN, marginHorizontal: -MARGIN, marginBottom: 16, objectFit: "cover" },
  kind: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 11, color: "#8a5b00", textTransform: "uppercase", letterSpacing: 0.8, lineHeight: 1.2 },
  title: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 26, lineHeight: 1.08, marginTop: 2 },
  dashes: { flexDirection: "row", marginTop: 8, marginBottom: 12 },
  dash: { width: 18, height: 2.5, marginRight: 8, backgroundColor: "#f7b733" },
  footer: { position: "absolute", left: MARGIN, right: MARGIN, bottom: 24, flexDirection: "row", justifyContent: "space-between", fontSize: 8, color: "#566179" },
  number: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 10, color: INK },
  cover: { fontFamily: TEXT, fontSize: 9.2, lineHeight: 1.38, color: "#eaf0fa", backgroundColor: NIGHT, padding: 30, justifyContent: "space-between" },
  picture: { position: "absolute", top: 0, left: 0, right: 0, height: HEIGHT, width: "100%", objectFit: "cover" },
  masthead: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 61, lineHeight: 1, color: "#ffffff", letterSpacing: 1.2 },
  coverTitle: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 33, lineHeight: 1.04, color: "#f7b733", marginBottom: 6 },
});

/** An issue as a PDF in A5; a text too long for its page goes on on the next. */
export function IssuePdf(issue: IssuePdfProps) {
  registerFonts();
  const [cover, ...rest] = issue.pages;
  return (
    <Document title={issue.title} author="Portal LACAMBECHE" creator="Portal LACAMBECHE" producer="Portal LACAMBECHE" subject={issue.description} keywords="antigomobilismo, carro antigo, LACAMBECHE" language="pt-BR" pageMode="useOutlines">
      {cover && <CoverPage cover={cover} issue={issue} />}
      {rest.map((page) => (
        <TextPage key={page.page} page={page} issue={issue} />
      ))}
    </Document>
  );
}

/** More than this does not fit under the picture. */
const COVER_LETTERS = 1200;

function CoverPage({ cover, issue }: { cover: MagazinePage; issue: IssuePdfProps }) {
  const fits = cover.body.length <= COVER_LETTERS;
  const picture = issue.art.get(cover.page);
  return (
    <>
      <Page size="A5" style={styles.cover} bookmark={cover.title || issue.title}>
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
      </Page>
      {!fits && <TextPage page={cover} issue={issue} />}
    </>
  );
}

/** The masthead already says what a heading at the start would repeat. */
function coverBlocks(body: string) {
  const blocks = parseMarkdown(body);
  return blocks[0]?.kind === "heading" ? blocks.slice(1) : blocks;
}

function TextPage({ page, issue }: { page: MagazinePage; issue: IssuePdfProps }) {
  const blocks = parseMarkdown(page.body);
  const picture = issue.art.get(page.page);
  const height = roomForArt(page);
  return (
    <Page size="A5" style={styles.page} bookmark={page.title || undefined}>
      {picture && height > 0 && <Image src={picture} style={[styles.strip, { height }]} />}
      <Text style={styles.kind}>{issue.kindOf(page.kind)}</Text>
      <Text style={styles.title}>{page.title}</Text>
      <View style={styles.dashes}>
        {[1, 2, 3].map((dash) => (
          <View key={dash} style={styles.dash} />
        ))}
      </View>
      <PdfBlocks blocks={blocks} paper={{ linkTo: issue.linkTo, ink: INK }} />
      <View style={styles.footer} fixed>
        <Link src={issue.url} style={{ color: "#566179", textDecoration: "none" }}>
          LACAMBECHE · {issue.edition}
        </Link>
        <Text style={styles.number} render={({ pageNumber }) => String(pageNumber)} />
      </View>
    </Page>
  );
}

const LINE = 14.8;
const LETTERS_A_LINE = 70;

/** How high the picture above a text may be so that the text still fits on the page; 0 for none. */
function roomForArt({ body, title }: MagazinePage): number {
  const lines = body.split("\n").filter((line) => line.trim());
  const text = lines.reduce((sum, line) => sum + Math.ceil(line.length / LETTERS_A_LINE) * LINE + (/^\s*[-*\d]/.test(line) ? 3 : 8), 0);
  const head = 44 + Math.ceil(title.length / 34) * 28;
  const room = HEIGHT - MARGIN - 52 - head - text - 20 + MARGIN;
  return room < 60 ? 0 : Math.min(room, 190);
}

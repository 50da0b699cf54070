import { Link, StyleSheet, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { Block, Inline } from "@/components/ui/markdown-blocks";
import { DISPLAY } from "./pdf-fonts";

const styles = StyleSheet.create({
  paragraph: { marginBottom: 7 },
  heading: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 15, lineHeight: 1.15, marginTop: 6, marginBottom: 4 },
  list: { marginBottom: 7 },
  item: { flexDirection: "row", marginBottom: 2.5 },
  mark: { width: 15, color: "#8a5b00", fontWeight: 600 },
  box: { width: 7.5, height: 7.5, marginTop: 3, marginRight: 7.5, borderWidth: 0.9, borderRadius: 1 },
  words: { flex: 1 },
  quote: { borderLeftWidth: 2.5, borderLeftColor: "#f7b733", paddingLeft: 10, marginBottom: 7 },
  rule: { borderBottomWidth: 0.75, borderBottomColor: "#cfc6b0", marginVertical: 8 },
  strong: { fontWeight: 600 },
  em: { fontStyle: "italic" },
  link: { color: "#1d62d8", textDecoration: "underline" },
});

export type Paper = {
  /** Converts an address of this site to an absolute one, since the PDF is opened outside the site. */
  linkTo: (href: string) => string;
  /** Text colour, also used for the checkboxes. */
  ink: string;
};

/** Markdown blocks as PDF elements. */
export function PdfBlocks({ blocks, paper }: { blocks: readonly Block[]; paper: Paper }): ReactNode {
  return blocks.map((block, index) => <PdfBlock key={index} block={block} paper={paper} />);
}

function PdfBlock({ block, paper }: { block: Block; paper: Paper }) {
  switch (block.kind) {
    case "heading":
      return (
        <Text style={styles.heading} minPresenceAhead={40}>
          {runsOf(block.children, paper)}
        </Text>
      );
    case "paragraph":
      return (
        <Text style={styles.paragraph} orphans={2} widows={2}>
          {runsOf(block.children, paper)}
        </Text>
      );
    case "quote":
      return (
        <View style={styles.quote}>
          <PdfBlocks blocks={block.blocks} paper={paper} />
        </View>
      );
    case "code":
      return <Text style={styles.paragraph}>{block.text}</Text>;
    case "rule":
      return <View style={styles.rule} />;
    case "list":
      return <PdfList block={block} paper={paper} />;
  }
}

function PdfList({ block: { start, tasks, items }, paper }: { block: Extract<Block, { kind: "list" }>; paper: Paper }) {
  return (
    <View style={styles.list}>
      {items.map((item, index) => (
        <View key={index} style={styles.item} wrap={false}>
          {tasks ? <View style={[styles.box, { borderColor: paper.ink }]} /> : <Text style={styles.mark}>{start === null ? "•" : `${start + index}.`}</Text>}
          <View style={styles.words}>
            <Text>{runsOf(item.children, paper)}</Text>
            <PdfBlocks blocks={item.blocks} paper={paper} />
          </View>
        </View>
      ))}
    </View>
  );
}

function runsOf(inlines: readonly Inline[], paper: Paper): ReactNode {
  return inlines.map((part, index) => {
    switch (part.kind) {
      case "break":
        return <Text key={index}>{"\n"}</Text>;
      case "text":
      case "code":
        return <Text key={index}>{part.text}</Text>;
      case "link":
        return (
          <Link key={index} src={paper.linkTo(part.href)} style={styles.link}>
            {runsOf(part.children, paper)}
          </Link>
        );
      case "strong":
      case "em":
        return (
          <Text key={index} style={styles[part.kind]}>
            {runsOf(part.children, paper)}
          </Text>
        );
    }
  });
}

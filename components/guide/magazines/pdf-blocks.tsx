import { Link, StyleSheet, Text, View } from "@react-pdf/renderer";
import type { List, PhrasingContent, RootContent } from "mdast";
import type { ReactNode } from "react";
import { isTaskList, partsOf } from "@/components/ui/markdown-blocks";
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
  emphasis: { fontStyle: "italic" },
  link: { color: "#1d62d8", textDecoration: "underline" },
});

export type Paper = {
  /** Converts an address of this site to an absolute one, since the PDF is opened outside the site. */
  linkTo: (href: string) => string;
  /** Text colour, also used for the checkboxes. */
  ink: string;
};

/** Markdown blocks as PDF elements. */
export function PdfBlocks({ blocks, paper }: { blocks: readonly RootContent[]; paper: Paper }): ReactNode {
  return blocks.map((block, index) => <PdfBlock key={index} block={block} paper={paper} />);
}

function PdfBlock({ block, paper }: { block: RootContent; paper: Paper }) {
  switch (block.type) {
    case "heading":
      return (
        <Text style={styles.heading} minPresenceAhead={40}>
          {lineOf(block.children, paper)}
        </Text>
      );
    case "paragraph":
      return (
        <Text style={styles.paragraph} orphans={2} widows={2}>
          {lineOf(block.children, paper)}
        </Text>
      );
    case "blockquote":
      return (
        <View style={styles.quote}>
          <PdfBlocks blocks={block.children} paper={paper} />
        </View>
      );
    case "code":
      return <Text style={styles.paragraph}>{block.value}</Text>;
    case "thematicBreak":
      return <View style={styles.rule} />;
    case "list":
      return <PdfList list={block} paper={paper} />;
    default:
      return null;
  }
}

function PdfList({ list, paper }: { list: List; paper: Paper }) {
  const isTasks = isTaskList(list);
  return (
    <View style={styles.list}>
      {list.children.map(partsOf).map(({ line, blocks }, index) => (
        <View key={index} style={styles.item} wrap={false}>
          {isTasks ? (
            <View style={[styles.box, { borderColor: paper.ink }]} />
          ) : (
            <Text style={styles.mark}>{list.ordered ? `${(list.start ?? 1) + index}.` : "•"}</Text>
          )}
          <View style={styles.words}>
            <Text>{lineOf(line, paper)}</Text>
            <PdfBlocks blocks={blocks} paper={paper} />
          </View>
        </View>
      ))}
    </View>
  );
}

function lineOf(nodes: readonly PhrasingContent[], paper: Paper): ReactNode {
  return nodes.map((node, index) => {
    switch (node.type) {
      case "break":
        return <Text key={index}>{"\n"}</Text>;
      case "text":
      case "inlineCode":
        return <Text key={index}>{node.value}</Text>;
      case "link":
        return (
          <Link key={index} src={paper.linkTo(node.url)} style={styles.link}>
            {lineOf(node.children, paper)}
          </Link>
        );
      case "strong":
      case "emphasis":
        return (
          <Text key={index} style={styles[node.type]}>
            {lineOf(node.children, paper)}
          </Text>
        );
      default:
        return null;
    }
  });
}

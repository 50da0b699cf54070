import { StyleSheet, Text, View } from "@react-pdf/renderer";
import { DISPLAY, TEXT } from "./pdf-fonts";

/** Styles of documents with this head. */
export const letter = StyleSheet.create({
  page: {
    fontFamily: TEXT,
    fontSize: 10.5,
    lineHeight: 1.45,
    padding: 48,
    color: "#182235",
    backgroundColor: "#ffffff",
  },
  heading: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 14, marginTop: 12, marginBottom: 4 },
});

const styles = StyleSheet.create({
  head: { borderBottomWidth: 2.5, borderBottomColor: "#f7b733", paddingBottom: 10 },
  brand: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 12, color: "#8a5b00" },
  title: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 23, lineHeight: 1.15 },
});

type Props = {
  brand: string;
  title: string;
  /** Points between the head and the text. */
  space: number;
};

/** Head of a document: the portal and the title above a yellow line. */
export function Letterhead({ brand, title, space }: Props) {
  return (
    <View style={[styles.head, { marginBottom: space }]}>
      <Text style={styles.brand}>{brand}</Text>
      <Text style={styles.title}>{title}</Text>
    </View>
  );
}

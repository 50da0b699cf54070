import { Document, Page, StyleSheet, Text, View } from "@react-pdf/renderer";
import { DISPLAY, registerFonts, TEXT } from "../../guide/magazines/pdf-fonts";

const styles = StyleSheet.create({
  page: {
    fontFamily: TEXT,
    fontSize: 10.5,
    lineHeight: 1.45,
    padding: 48,
    color: "#182235",
    backgroundColor: "#ffffff",
  },
  head: { borderBottomWidth: 2.5, borderBottomColor: "#f7b733", paddingBottom: 10, marginBottom: 14 },
  brand: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 12, color: "#8a5b00" },
  title: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 23, lineHeight: 1.15 },
  fact: { flexDirection: "row", paddingVertical: 2 },
  label: { width: 110, color: "#566179" },
  strong: { flex: 1, fontWeight: 600 },
  heading: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 14, marginTop: 12, marginBottom: 4 },
  item: { flexDirection: "row", gap: 10, paddingVertical: 3, borderBottomWidth: 0.5, borderBottomColor: "#e2dccb" },
  status: { width: 84, fontWeight: 600 },
  words: { flex: 1 },
  small: { fontSize: 9, color: "#566179" },
  foot: { position: "absolute", bottom: 24, left: 48, right: 48, fontSize: 8.5, color: "#566179", textAlign: "right" },
});

export type ChecklistPdfProps = {
  brand: string;
  title: string;
  facts: readonly (readonly [label: string, value: string])[];
  sections: readonly {
    title: string;
    items: readonly { status: string; text: string; details: readonly string[] }[];
  }[];
  pageOf: (page: number, pages: number) => string;
};

/** PDF of a checklist: what was checked, by section, with values, notes and the signature. */
export function ChecklistPdf({ brand, title, facts, sections, pageOf }: ChecklistPdfProps) {
  registerFonts();
  return (
    <Document title={title} author={brand}>
      <Page size="A4" style={styles.page}>
        <View style={styles.head}>
          <Text style={styles.brand}>{brand}</Text>
          <Text style={styles.title}>{title}</Text>
        </View>
        {facts.map(([label, value]) => (
          <View key={label} style={styles.fact}>
            <Text style={styles.label}>{label}</Text>
            <Text style={styles.strong}>{value}</Text>
          </View>
        ))}
        {sections.map((section) => (
          <View key={section.title}>
            <Text style={styles.heading} minPresenceAhead={40}>
              {section.title}
            </Text>
            {section.items.map(({ status, text, details }, index) => (
              <View key={index} style={styles.item} wrap={false}>
                <Text style={styles.status}>{status}</Text>
                <View style={styles.words}>
                  <Text>{text}</Text>
                  {details.map((detail) => (
                    <Text key={detail} style={styles.small}>
                      {detail}
                    </Text>
                  ))}
                </View>
              </View>
            ))}
          </View>
        ))}
        <Text style={styles.foot} fixed render={({ pageNumber, totalPages }) => pageOf(pageNumber, totalPages)} />
      </Page>
    </Document>
  );
}

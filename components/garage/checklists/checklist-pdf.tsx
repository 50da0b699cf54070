import { Document, Page, StyleSheet, Text, View } from "@react-pdf/renderer";
import { registerFonts } from "../../guide/magazines/pdf-fonts";
import { letter, Letterhead } from "../../guide/magazines/pdf-letterhead";

const styles = StyleSheet.create({
  fact: { flexDirection: "row", paddingVertical: 2 },
  label: { width: 110, color: "#566179" },
  strong: { flex: 1, fontWeight: 600 },
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
      <Page size="A4" style={letter.page}>
        <Letterhead brand={brand} title={title} space={14} />
        {facts.map(([label, value]) => (
          <View key={label} style={styles.fact}>
            <Text style={styles.label}>{label}</Text>
            <Text style={styles.strong}>{value}</Text>
          </View>
        ))}
        {sections.map((section) => (
          <View key={section.title}>
            <Text style={letter.heading} minPresenceAhead={40}>
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

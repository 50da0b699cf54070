import { Document, Image, Page, StyleSheet, Text, View } from "@react-pdf/renderer";
import { DISPLAY, registerFonts, TEXT } from "../magazines/pdf-fonts";

const styles = StyleSheet.create({
  page: { fontFamily: TEXT, fontSize: 10.5, lineHeight: 1.45, padding: 48, color: "#182235", backgroundColor: "#ffffff" },
  head: { borderBottomWidth: 2.5, borderBottomColor: "#f7b733", paddingBottom: 10, marginBottom: 16 },
  brand: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 12, color: "#8a5b00" },
  title: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 23, lineHeight: 1.15 },
  heading: { fontFamily: DISPLAY, fontWeight: 700, fontSize: 14, marginTop: 12, marginBottom: 4 },
  row: { flexDirection: "row", paddingVertical: 2.5, borderBottomWidth: 0.5, borderBottomColor: "#e2dccb" },
  label: { width: 130, color: "#566179" },
  value: { flex: 1, fontWeight: 600 },
  clause: { flexDirection: "row", marginBottom: 3 },
  number: { width: 18, fontWeight: 600, color: "#8a5b00" },
  words: { flex: 1 },
  signatures: { flexDirection: "row", gap: 28, marginTop: 18 },
  signature: { flex: 1 },
  drawing: { height: 78, objectFit: "contain" },
  line: { borderTopWidth: 1, borderTopColor: "#182235", paddingTop: 4 },
  small: { fontSize: 8.5, color: "#566179" },
  seal: { marginTop: 20, padding: 10, borderWidth: 1, borderColor: "#cfc6b0", borderRadius: 4 },
});

export type ContractPdfProps = {
  brand: string;
  title: string;
  sections: readonly { heading: string; rows: readonly (readonly [label: string, value: string])[] }[];
  terms: { heading: string; clauses: readonly string[] };
  signatures: readonly { picture: Buffer; name: string; role: string }[];
  seal: readonly string[];
};

/** The contract of a sale on one sheet: who, what, the terms, both signatures and the hash they were sealed with. */
export function ContractPdf({ brand, title, sections, terms, signatures, seal }: ContractPdfProps) {
  registerFonts();
  return (
    <Document title={title} author={brand} language="pt-BR">
      <Page size="A4" style={styles.page}>
        <View style={styles.head}>
          <Text style={styles.brand}>{brand}</Text>
          <Text style={styles.title}>{title}</Text>
        </View>
        {sections.map(({ heading, rows }) => (
          <View key={heading} wrap={false}>
            <Text style={styles.heading}>{heading}</Text>
            {rows.map(([label, value]) => (
              <View key={label} style={styles.row}>
                <Text style={styles.label}>{label}</Text>
                <Text style={styles.value}>{value}</Text>
              </View>
            ))}
          </View>
        ))}
        <Text style={styles.heading}>{terms.heading}</Text>
        {terms.clauses.map((clause, index) => (
          <View key={clause} style={styles.clause}>
            <Text style={styles.number}>{index + 1}.</Text>
            <Text style={styles.words}>{clause}</Text>
          </View>
        ))}
        <View style={styles.signatures} wrap={false}>
          {signatures.map(({ picture, name, role }) => (
            <View key={role} style={styles.signature}>
              <Image src={picture} style={styles.drawing} />
              <View style={styles.line}>
                <Text>{name}</Text>
                <Text style={styles.small}>{role}</Text>
              </View>
            </View>
          ))}
        </View>
        <View style={styles.seal} wrap={false}>
          {seal.map((line) => (
            <Text key={line} style={styles.small}>
              {line}
            </Text>
          ))}
        </View>
      </Page>
    </Document>
  );
}

import { Document, Image, Link, Page, StyleSheet, Text, View } from "@react-pdf/renderer";
import { DISPLAY, registerFonts } from "../../guide/magazines/pdf-fonts";
import { letter, Letterhead } from "../../guide/magazines/pdf-letterhead";

const styles = StyleSheet.create({
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
  typed: { fontFamily: DISPLAY, fontSize: 24, lineHeight: 1.2, height: 78, paddingTop: 40 },
  statement: { fontSize: 13, lineHeight: 1.6, marginVertical: 14 },
  audit: { flexDirection: "row", gap: 16, marginTop: 16, alignItems: "center" },
  qr: { width: 96, height: 96 },
  seal: { marginTop: 20, padding: 10, borderWidth: 1, borderColor: "#cfc6b0", borderRadius: 4 },
});

type Section = { heading: string; rows: readonly (readonly [label: string, value: string])[] };

export type SalePdfProps = {
  brand: string;
  title: string;
  statement?: string;
  sections: readonly Section[];
  terms?: { heading: string; clauses: readonly string[]; note?: string | null };
  /** A signature without an image is shown as the typed name. */
  signatures?: readonly { picture: Buffer | null; name: string; role: string }[];
  /** Audit page: how and when it was signed, and where the document can be verified. */
  audit?: Section & { qr: Buffer; verify: string; address: string };
  hashLines: readonly string[];
};

export function Facts({ heading, rows }: Section) {
  return (
    <View wrap={false}>
      <Text style={letter.heading}>{heading}</Text>
      {rows.map(([label, value]) => (
        <View key={label} style={styles.row}>
          <Text style={styles.label}>{label}</Text>
          <Text style={styles.value}>{value}</Text>
        </View>
      ))}
    </View>
  );
}

function Terms({ heading, clauses, note }: NonNullable<SalePdfProps["terms"]>) {
  return (
    <>
      <Text style={letter.heading}>{heading}</Text>
      {clauses.map((clause, index) => (
        <View key={clause} style={styles.clause}>
          <Text style={styles.number}>{index + 1}.</Text>
          <Text style={styles.words}>{clause}</Text>
        </View>
      ))}
      {note && <Text style={styles.words}>{note}</Text>}
    </>
  );
}

/** PDF of a contract or receipt: parties, subject, terms, signatures, audit page and hash. */
export function SalePdf({ brand, title, statement, sections, terms, signatures = [], audit, hashLines }: SalePdfProps) {
  registerFonts();
  return (
    <Document title={title} author={brand} language="pt-BR">
      <Page size="A4" style={letter.page}>
        <Letterhead brand={brand} title={title} space={16} />
        {statement && <Text style={styles.statement}>{statement}</Text>}
        {sections.map((section) => (
          <Facts key={section.heading} {...section} />
        ))}
        {terms && <Terms {...terms} />}
        <View style={styles.signatures} wrap={false}>
          {signatures.map(({ picture, name, role }) => (
            <View key={role} style={styles.signature}>
              {picture ? <Image src={picture} style={styles.drawing} /> : <Text style={styles.typed}>{name}</Text>}
              <View style={styles.line}>
                <Text>{name}</Text>
                <Text style={styles.small}>{role}</Text>
              </View>
            </View>
          ))}
        </View>
        {audit && (
          <View break>
            <Facts heading={audit.heading} rows={audit.rows} />
            <View style={styles.audit} wrap={false}>
              <Image src={audit.qr} style={styles.qr} />
              <Text style={styles.words}>{audit.verify}</Text>
            </View>
            <Link src={audit.address} style={styles.small}>
              {audit.address}
            </Link>
          </View>
        )}
        <View style={styles.seal} wrap={false}>
          {hashLines.map((line) => (
            <Text key={line} style={styles.small}>
              {line}
            </Text>
          ))}
        </View>
      </Page>
    </Document>
  );
}

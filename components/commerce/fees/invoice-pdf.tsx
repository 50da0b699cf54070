import { Document, Image, Page, StyleSheet, Text, View } from "@react-pdf/renderer";
import { Facts } from "../sales/sale-pdf";
import { registerFonts } from "../../guide/magazines/pdf-fonts";
import { letter, Letterhead } from "../../guide/magazines/pdf-letterhead";

const styles = StyleSheet.create({
  pix: { flexDirection: "row", gap: 16, marginTop: 8, alignItems: "center" },
  qr: { width: 120, height: 120 },
  words: { flex: 1 },
  code: { fontSize: 9 },
  notice: { marginTop: 16, padding: 10, borderWidth: 1, borderColor: "#cfc6b0", borderRadius: 4, fontWeight: 600 },
});

export type InvoicePdfProps = {
  brand: string;
  title: string;
  heading: string;
  rows: readonly (readonly [label: string, value: string])[];
  /** The code that pays an open invoice. */
  pix: { heading: string; qr: Buffer; payee: string; code: string } | null;
  notice: string;
};

/** A code has no spaces at which the library would break its line. */
const linesOfCode = (code: string) => code.match(/.{1,48}/g) ?? [];

/** An invoice of the fee of the portal: what it is for, how it is paid, and that it is no nota fiscal. */
export function InvoicePdf({ brand, title, heading, rows, pix, notice }: InvoicePdfProps) {
  registerFonts();
  return (
    <Document title={title} author={brand} language="pt-BR">
      <Page size="A4" style={letter.page}>
        <Letterhead brand={brand} title={title} space={16} />
        <Facts heading={heading} rows={rows} />
        {pix && (
          <View wrap={false}>
            <Text style={letter.heading}>{pix.heading}</Text>
            <View style={styles.pix}>
              <Image src={pix.qr} style={styles.qr} />
              <View style={styles.words}>
                <Text>{pix.payee}</Text>
                {linesOfCode(pix.code).map((line) => (
                  <Text key={line} style={styles.code}>
                    {line}
                  </Text>
                ))}
              </View>
            </View>
          </View>
        )}
        <Text style={styles.notice}>{notice}</Text>
      </Page>
    </Document>
  );
}

import { isValidCnpj, isValidCpf } from "@brazilian-utils/brazilian-utils";

/** A CPF or CNPJ as stored: no punctuation, upper case. */
export const plainDocument = (text: string): string => text.replace(/[^0-9A-Za-z]/g, "").toUpperCase();

/** Whether the check digits of a CPF or CNPJ (also alphanumeric) are valid. */
export function isDocument(text: string): boolean {
  const document = plainDocument(text);
  return document.length === 11
    ? isValidCpf(document)
    : document.length === 14 && isValidCnpj(document, { version: 2 });
}

/** Formats a CPF or CNPJ: `529.982.247-25` or `12.ABC.345/01DE-35`. */
export const formattedDocument = (document: string): string =>
  document.length === 11
    ? document.replace(/^(.{3})(.{3})(.{3})(.{2})$/, "$1.$2.$3-$4")
    : document.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, "$1.$2.$3/$4-$5");

/** Masks a CPF except its middle digits, as in public records; a CNPJ is public and shown in full. */
export const maskedDocument = (document: string): string =>
  document.length === 11
    ? formattedDocument(document).replace(/^.{3}(.*).{2}$/, "***$1**")
    : formattedDocument(document);

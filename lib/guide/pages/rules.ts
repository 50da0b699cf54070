import { whatsappAddress } from "../../platform/whatsapp";
import type { Settings } from "../../platform/settings/schema";

/** Kinds of content whose number is shown, in the order of the page. */
export const COUNTED_KINDS = ["regions", "photo_points", "services", "clubs"] as const;

type Contacts = Pick<Settings, "contact_email" | "contact_phone" | "company_legal_line">;

/** Escapes Markdown characters. */
const escapeMarks = (text: string) => text.replace(/[\\`*_[\]]/g, "\\$&");

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** Removes the sentences, and the paragraphs without any other sentence, that name a contact which is empty. */
export function withoutEmptyContacts(text: string, settings: Contacts): string {
  const isEmpty = (part: string) =>
    [...part.matchAll(PLACEHOLDER)].some(([, key]) => !settings[key as keyof Contacts]?.trim());
  const shortened = (paragraph: string) =>
    paragraph
      .split(/(?<=[.!?])\s+/)
      .filter((sentence) => !isEmpty(sentence))
      .join(" ");
  return text
    .split("\n\n")
    .map((paragraph) => (isEmpty(paragraph) ? shortened(paragraph) : paragraph))
    .filter(Boolean)
    .join("\n\n");
}

/** Replaces the placeholders by plain text, for structured data and search. */
export function fillContactsPlainly(text: string, settings: Contacts): string {
  return withoutEmptyContacts(text, settings).replace(PLACEHOLDER, (_, key: string) => settings[key as keyof Contacts]);
}

/**
 * Replaces the placeholders of a Markdown text by settings: `{{contact_email}}` and `{{contact_phone}}` become links.
 * An empty setting becomes `missing`.
 */
export function fillContacts(text: string, settings: Contacts, missing: string): string {
  const { contact_email: email, contact_phone: phone, company_legal_line: company } = settings;
  const values: Record<string, string> = {
    contact_email: email && `[${escapeMarks(email)}](mailto:${encodeURI(email)})`,
    contact_phone: phone && `[${escapeMarks(phone)}](tel:${phone.replace(/[^\d+]/g, "")})`,
    company_legal_line: escapeMarks(company),
  };
  return text.replace(PLACEHOLDER, (_, key: string) => values[key] || missing);
}

/** WhatsApp URL of the portal's phone number; null when the setting is not a valid number. */
export function contactAddress(phone: string, text: string): string | null {
  const digits = phone.replace(/\D/g, "");
  if (digits.length < 10 || digits.length > 15 || /^\d{0,4}0+$/.test(digits)) return null;
  return whatsappAddress(phone, text);
}

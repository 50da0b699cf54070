/** Whether a typed text can be a phone number: at least eight digits. */
export function isPhone(typed: string): boolean {
  return /^\+?[0-9 ().-]{8,}$/.test(typed) && typed.replace(/\D/g, "").length >= 8;
}

const INTERNATIONAL = /^\D*\+|^[^\d+]*00/;

/** Whether 55 may be an area code or the country code: 10 or 11 digits typed without + or 00. Forms refuse it. */
export function isCountryUnclear(typed: string): boolean {
  return !INTERNATIONAL.test(typed) && /^55\d{8,9}$/.test(typed.replaceAll(/\D/g, ""));
}

/** Removes the trunk prefix before a Brazilian area code: `(048) 3333-0000` → `(48) 3333-0000`. */
export function withoutTrunkPrefix(typed: string): string {
  return /^0[1-9][1-9]\d{8,9}$/.test(typed.replaceAll(/\D/g, "")) ? typed.replace("0", "") : typed;
}

/** Numbers of sales follow the specification also when they are typed with + or 00. */
export type WhatsappUse = { isSale?: boolean };

/**
 * Formats a phone number for WhatsApp: digits only, with Brazil's code before more than nine digits that do not start
 * with 55 (specification). A number typed with + or 00 keeps its country code.
 */
export function whatsappNumber(phone: string, { isSale = false }: WhatsappUse = {}): string {
  const digits = phone.replaceAll(/\D/g, "");
  if (!isSale && INTERNATIONAL.test(phone)) return digits.replace(/^00/, "");
  return digits.length > 9 && !digits.startsWith("55") ? `55${digits}` : digits;
}

/** WhatsApp URL of a complete number (digits with country code) with a message. */
export function whatsappLink(digits: string, message = ""): string {
  return `https://wa.me/${digits}${message && `?text=${encodeURIComponent(message)}`}`;
}

/** WhatsApp URL for a phone number as typed with a message. */
export const whatsappAddress = (phone: string, message = "", use?: WhatsappUse): string =>
  whatsappLink(whatsappNumber(phone, use), message);

/** WhatsApp URL that asks for the recipient of a message. */
export const whatsappShare = (message: string): string => whatsappLink("", message);

/** WhatsApp URL of a message to a phone number as typed; without a number it asks for the recipient. */
export const whatsappMessage = (phone: string | null | undefined, message: string): string =>
  phone ? whatsappAddress(phone, message) : whatsappShare(message);

/** Whether a typed text can be a phone number: at least eight digits. */
export function isPhone(typed: string): boolean {
  return /^\+?[0-9 ().-]{8,}$/.test(typed) && typed.replace(/\D/g, "").length >= 8;
}

/**
 * Formats a phone number for WhatsApp: digits only. Brazil's code is added to 10 or 11 digits (area code and number,
 * also with area code 55), and to any other number with more than nine digits that does not start with 55
 * (specification).
 */
export function whatsappNumber(phone: string): string {
  const digits = phone.replaceAll(/\D/g, "");
  if (digits.length === 10 || digits.length === 11) return `55${digits}`;
  return digits.length > 9 && !digits.startsWith("55") ? `55${digits}` : digits;
}

/** WhatsApp URL of a complete number (digits with country code) with a message. */
export function whatsappLink(digits: string, message = ""): string {
  return `https://wa.me/${digits}${message && `?text=${encodeURIComponent(message)}`}`;
}

/** WhatsApp URL for a phone number as typed with a message. */
export const whatsappAddress = (phone: string, message = ""): string => whatsappLink(whatsappNumber(phone), message);

/** WhatsApp URL that asks for the recipient of a message. */
export const whatsappShare = (message: string): string => whatsappLink("", message);

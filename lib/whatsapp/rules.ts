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

/** WhatsApp URL for a phone number with a message; without a number WhatsApp asks for the recipient. */
export function whatsappAddress(phone: string, message = ""): string {
  return `https://wa.me/${whatsappNumber(phone)}${message && `?text=${encodeURIComponent(message)}`}`;
}

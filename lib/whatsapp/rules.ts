/**
 * A phone as WhatsApp wants it: digits only. Brazil's code goes before 10 or 11 digits, an area code with a number,
 * also where the area code is 55; before any other input as the specification says: more than nine digits without 55.
 */
export function whatsappNumber(phone: string): string {
  const digits = phone.replaceAll(/\D/g, "");
  if (digits.length === 10 || digits.length === 11) return `55${digits}`;
  return digits.length > 9 && !digits.startsWith("55") ? `55${digits}` : digits;
}

/** Opens WhatsApp at a phone with the message written; without a number it asks for whom. */
export function whatsappAddress(phone: string, message = ""): string {
  return `https://wa.me/${whatsappNumber(phone)}${message && `?text=${encodeURIComponent(message)}`}`;
}

import { mapSearch } from "../../../guide/cities/rules";
import { whatsappLink, whatsappNumber } from "../../../platform/whatsapp";
import type { Fact } from "../rules";

export type FactLink = { kind: "map" | "phone" | "whatsapp" | "mail" | "web"; href: string };

/** Minimum number of digits with area code; shorter numbers get a phone link but no WhatsApp link. */
const FULL_PHONE = 10;
const PHONE = /^\+?[\d ().-]{3,30}$/;
const MAIL = /^[^\s@<>,;"?&#%]+@[^\s@<>,;"?&#%]+$/;

function phoneLinks(text: string): FactLink[] {
  const digits = text.replaceAll(/\D/g, "");
  if (!PHONE.test(text) || digits.length < 3) return [];
  if (digits.length < FULL_PHONE) return [{ kind: "phone", href: `tel:${digits}` }];
  const number = whatsappNumber(text);
  return [
    { kind: "phone", href: `tel:+${number}` },
    { kind: "whatsapp", href: whatsappLink(number) },
  ];
}

const isWeb = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Links for a fact of an item: map, phone, WhatsApp, mail or web site; none for other text. */
export function factLinks([name, text]: Fact, facts: readonly Fact[]): FactLink[] {
  const of = (other: string) => facts.find(([key]) => key === other)?.[1] ?? "";
  if (name === "pin") return [{ kind: "map", href: mapSearch(text) }];
  if (name === "address")
    return [{ kind: "map", href: mapSearch([text, of("city"), of("state_abbr")].filter(Boolean).join(", ")) }];
  if (name === "instagram" && /^@?[\w.]{1,30}$/.test(text))
    return [{ kind: "web", href: `https://www.instagram.com/${text.replace("@", "")}` }];
  if (
    ![
      "phone",
      "requester_phone",
      "organizer_phone",
      "organizer_email",
      "email",
      "requester_email",
      "reporter_email",
      "contact",
      "website",
      "link_url",
      "answer_link",
      "evidence",
    ].includes(name)
  )
    return [];
  if (MAIL.test(text)) return [{ kind: "mail", href: `mailto:${text}` }];
  return isWeb(text) ? [{ kind: "web", href: text }] : phoneLinks(text);
}

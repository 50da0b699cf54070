import { Phone } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { translated } from "@/lib/platform/i18n/content";
import { PRF_NUMBER } from "@/lib/geo/states/rules";

/** National numbers, free from any phone: Polícia Militar, PRF, SAMU, Corpo de Bombeiros. */
const NUMBERS = [
  { number: "190", key: "police" },
  { number: PRF_NUMBER, key: "prf" },
  { number: "192", key: "samu" },
  { number: "193", key: "fire" },
] as const;

/** Emergency numbers: the national ones, then those of the state. */
export async function EmergencyPhones({
  own,
}: {
  own: readonly { id: string; name: string; phone: string; translations: unknown }[];
}) {
  const t = await getTranslations("geo/states.state");
  const locale = await getLocale();
  const phones = [
    ...NUMBERS.map(({ number, key }) => ({ id: key as string, number: number as string, name: t(key) })),
    ...own.map((contact) => ({
      id: contact.id,
      number: contact.phone,
      name: translated(contact, "name", locale).text,
    })),
  ];
  // Three digits fit beside the name; the numbers of road operators need a line of their own.
  const [short, long] = [
    phones.filter(({ number }) => number.length <= 3),
    phones.filter(({ number }) => number.length > 3),
  ];
  return (
    <section id="emergencia" className="page mt-14 scroll-mt-20">
      <h2 className="display-2">{t("emergency")}</h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
        {short.map((phone) => (
          <PhoneLink key={phone.id} {...phone} className="items-center gap-3" />
        ))}
      </ul>
      <ul className="mt-3 grid gap-3 empty:hidden sm:grid-cols-2 lg:grid-cols-3">
        {long.map((phone) => (
          <PhoneLink key={phone.id} {...phone} className="flex-wrap items-center gap-x-3 gap-y-1" />
        ))}
      </ul>
    </section>
  );
}

function PhoneLink({ number, name, className }: { number: string; name: string; className: string }) {
  return (
    <li>
      <a
        href={`tel:${number.replaceAll(/[^\d+]/g, "")}`}
        className={`flex h-full min-h-14 rounded-xl border-2 border-line bg-surface px-4 py-2 hover:border-danger ${className}`}
      >
        <Icon of={Phone} className="size-5 shrink-0 text-danger" />
        <span className={`font-display whitespace-nowrap tabular ${number.length > 3 ? "text-2xl" : "text-3xl"}`}>
          {number}
        </span>
        <span className={`text-sm leading-tight text-muted ${number.length > 3 ? "basis-full" : ""}`}>{name}</span>
      </a>
    </li>
  );
}

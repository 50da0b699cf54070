import { Phone } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { PRF_NUMBER } from "@/lib/geo/states/rules";
import { translated } from "@/lib/platform/i18n/content";

type Contact = { id: string; name: string; phone: string; translations: unknown };

/** Numbers to call on a road where no tow service is known: the federal highway police, then those of the state. */
export async function RoadPhones({ contacts }: { contacts: readonly Contact[] }) {
  const t = await getTranslations("guide/services.help");
  const locale = await getLocale();
  const phones = [
    { id: "prf", phone: PRF_NUMBER, name: t("prf") },
    ...contacts.map((contact) => ({ ...contact, name: translated(contact, "name", locale).text })),
  ];
  return (
    <>
      <p className="mt-2">{t("callOnRoad")}</p>
      <ul className="mt-1 grid gap-x-4 lg:grid-cols-2">
        {phones.map(({ id, phone, name }) => (
          <li key={id}>
            <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`} className="flex min-h-11 items-center gap-2 py-1">
              <Icon of={Phone} className="size-5 shrink-0 text-danger" />
              <span>
                <span className="font-display text-xl whitespace-nowrap tabular text-link underline underline-offset-4">
                  {phone}
                </span>
                <span className="block text-sm text-muted wrap-anywhere">{name}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

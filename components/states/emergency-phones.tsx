import { Phone } from "lucide";
import { getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";

/** National numbers, free from any phone: Polícia Militar, PRF, SAMU, Corpo de Bombeiros. */
const NUMBERS = [
  { number: "190", key: "police" },
  { number: "191", key: "prf" },
  { number: "192", key: "samu" },
  { number: "193", key: "fire" },
] as const;

export async function EmergencyPhones() {
  const t = await getTranslations("guide.state");
  return (
    <section className="page mt-14">
      <h2 className="display-2">{t("emergency")}</h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {NUMBERS.map(({ number, key }) => (
          <li key={number}>
            <a href={`tel:${number}`} className="flex min-h-14 items-center gap-3 rounded-xl border-2 border-line bg-surface px-4 hover:border-danger">
              <Icon of={Phone} className="size-5 shrink-0 text-danger" />
              <span className="font-display text-3xl tabular">{number}</span>
              <span className="text-sm leading-tight text-muted">{t(key)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

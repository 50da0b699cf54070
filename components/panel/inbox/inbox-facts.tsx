import { FileText } from "lucide";
import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import type { InboxItem } from "@/lib/panel/inbox/queries";
import { factLinks } from "@/lib/panel/inbox/facts/rules";
import type { Fact } from "@/lib/panel/inbox/rules";

/** The submitted data as name and value, and the attached photos. */
export function InboxFacts({ item }: { item: Pick<InboxItem, "facts" | "photos" | "documents"> }) {
  const t = useTranslations("panel/inbox");
  const label = (text: string) => (t.has(`value.${text}` as "value.yes") ? t(`value.${text}` as "value.yes") : text);
  const values = (text: string) =>
    /^[a-z_0-9]+(?:, [a-z_0-9]+)*$/.test(text) ? text.split(", ").map(label).join(", ") : text;
  return (
    <>
      <dl className="grid grid-cols-[6.5rem_1fr] gap-x-3 gap-y-2 sm:grid-cols-[11rem_1fr] sm:gap-x-6">
        {item.facts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="py-0.5 text-sm text-muted">{t(`fact.${name}` as "fact.city")}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">
              <FactText fact={[name, text]} facts={item.facts} shown={values(text)} />
            </dd>
          </div>
        ))}
      </dl>
      {item.documents.map((address) => (
        <a
          key={address}
          href={address}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 w-fit items-center gap-2 text-link underline underline-offset-4"
        >
          <Icon of={FileText} className="size-5" /> {t("document")}
        </a>
      ))}
      {item.photos.length > 0 && (
        <ul aria-label={t("photos")} className="flex flex-wrap gap-2">
          {item.photos.map((address, index) => (
            <li key={address}>
              <a href={address} target="_blank" rel="noopener">
                <img
                  src={address}
                  alt={t("photo", { number: index + 1 })}
                  className="h-32 rounded-lg border border-line object-cover"
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const LINK = "-my-2 inline-block py-2 text-link underline underline-offset-4";

/** A fact with its link: `tel:` for a phone, the map for an address. */
function FactText({ fact, facts, shown }: { fact: Fact; facts: readonly Fact[]; shown: string }) {
  const t = useTranslations("panel/inbox");
  const [first, ...others] = factLinks(fact, facts);
  if (!first) return shown;
  const away = (href: string) => (href.startsWith("http") ? { target: "_blank", rel: "noopener noreferrer" } : {});
  return (
    <span className="flex flex-wrap gap-x-4">
      <a href={first.href} {...away(first.href)} className={LINK}>
        {shown}
        {first.kind === "map" && <span className="sr-only"> {t("onMap")}</span>}
      </a>
      {others.map(({ kind, href }) => (
        <a key={kind} href={href} {...away(href)} className={LINK}>
          {t("whatsapp")}
        </a>
      ))}
    </span>
  );
}

import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Card } from "@/components/ui/card";
import { localePath } from "@/lib/platform/i18n/routing";
import { offerPath } from "@/lib/partners/vouchers/rules";

type Props = {
  kind: "signIn" | "noPlace" | "gone";
  uf: string;
  /** Parameters of the address, which the sign-in page returns to. */
  query: Readonly<Record<string, string | string[] | undefined>>;
};

/** Why the form of an offer is not shown, with the next step. */
export async function OfferHint({ kind, uf, query }: Props) {
  const [t, locale] = [await getTranslations("partners/vouchers.offer"), await getLocale()];
  const to = (path: string) => localePath(locale, path);
  const kept = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  ).toString();
  const here = to(offerPath(uf)) + (kept ? `?${kept}` : "");
  const next = `?next=${encodeURIComponent(here)}`;
  const links = {
    signIn: [
      [t("signIn.button"), to("/login") + next],
      [t("signIn.register"), to("/register-user") + next],
    ],
    noPlace: [
      [t("noPlace.register"), to(`/${uf}/cadastro`)],
      [t("noPlace.find"), to(`/${uf}/servicos`)],
    ],
    gone: [[t("title"), to(offerPath(uf))]],
  } as const;
  return (
    <Card className="grid max-w-3xl gap-3">
      <h2 className="text-2xl">{t(`${kind}.title`)}</h2>
      <p className="text-lg">{t(`${kind}.text`)}</p>
      <p className="flex flex-wrap gap-3">
        {links[kind].map(([label, href], index) => (
          <Link key={href} href={href} className={buttonClass({ look: index === 0 ? "primary" : "outline" })}>
            {label}
          </Link>
        ))}
      </p>
    </Card>
  );
}

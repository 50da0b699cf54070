import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";

/** Empty settings of one settings page, each with a link to its field. */
type MissingSettings = { path: string; keys: readonly string[] };

/** Contact and company data that public pages leave out until the owner fills them in; nothing when all are given. */
export async function MissingSettingsList({ pages }: { pages: readonly MissingSettings[] }) {
  if (pages.every(({ keys }) => keys.length === 0)) return null;
  const [t, setting] = [
    await getTranslations("panel/admin.missingSettings"),
    await getTranslations("panel/system.setting"),
  ];
  const locale = await getLocale();
  return (
    <section id="a-preencher" aria-labelledby="a-preencher-titulo" className="grid gap-2">
      <h2 id="a-preencher-titulo" className="text-2xl">
        {t("title")}
      </h2>
      <p className="text-muted">{t("lead")}</p>
      <ul className="flex flex-wrap gap-2">
        {pages.flatMap(({ path, keys }) =>
          keys.map((key) => (
            <li key={key}>
              <Link
                href={`${localePath(locale, path)}#${key}`}
                className="inline-flex min-h-11 items-center rounded-lg border border-line bg-surface px-3 hover:bg-raised"
              >
                {setting(`${key as "contact_email"}.label`)}
              </Link>
            </li>
          )),
        )}
      </ul>
    </section>
  );
}

import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { localePath } from "@/lib/platform/i18n/routing";

type PlaceChoiceProps = {
  path: string;
  text: string;
  places: readonly { id: string; name: string; state_abbr: string }[];
};

/** Search for the place of a desk, as a form without JavaScript. */
export async function PlaceChoice({ path, text, places }: PlaceChoiceProps) {
  const [t, locale] = [await getTranslations("partners/desk.place"), await getLocale()];
  const address = localePath(locale, path);
  return (
    <>
      <form method="get" action={address} className="flex flex-wrap items-end gap-3">
        <label className="grid min-w-0 max-w-xl grow gap-1 font-semibold">
          {t("label")}
          <Input type="search" name="busca" defaultValue={text} minLength={2} className="font-sans font-normal" />
        </label>
        <Button type="submit" variant="outline">
          {t("search")}
        </Button>
      </form>
      {places.length === 0 && <p className="text-muted">{text ? t("none") : t("hint")}</p>}
      <ul className="grid gap-2">
        {places.map(({ id, name, state_abbr: uf }) => (
          <li key={id}>
            <Link
              href={`${address}?lugar=${id}`}
              className="flex min-h-11 items-center rounded-lg border border-line bg-surface p-3 text-link underline underline-offset-4"
            >
              {name} · {uf}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

import { getLocale, getTranslations } from "next-intl/server";
import { FavouriteButton } from "@/components/guide/favourites/favourite-button";
import { PlaceMark } from "@/components/guide/services/place-mark";
import { marksOf } from "@/components/geo/search/list-filter";
import { fold } from "@/lib/platform/slug";
import { positionOf } from "@/lib/guide/cities/rules";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import type { Category, ListedService } from "@/lib/guide/services/queries";
import { attributesOf, needsConfirmation, servicePath } from "@/lib/guide/services/rules";
import { CategoryBadge } from "./category-badge";

type Props = { service: ListedService; category: Category; headingLevel?: 2 | 3 };

/** Attributes of a place that the client-side filter reads. */
export function serviceData({
  service,
  category,
  searchText,
}: {
  service: ListedService;
  category: Category;
  searchText: string;
}) {
  const position = positionOf(service);
  return {
    "data-search": fold(`${service.name} ${service.city?.name ?? ""} ${searchText}`),
    "data-marks": marksOf({
      categoria: [category.key, category.parent_key],
      cidade: [service.city?.slug],
      atributo: [...attributesOf(service.attributes), ...(service.hasVoucher ? ["voucher"] : [])],
    }),
    "data-at": position ? `${position.lat},${position.lng}` : undefined,
  };
}

/** One place in a list: only known data, with one link to its page. */
export async function ServiceCard({ service, category, headingLevel = 3 }: Props) {
  const t = await getTranslations("guide/services");
  const locale = await getLocale();
  const Heading = `h${headingLevel}` as const;
  const kind = translated(category, "name", locale).text;
  const attributes = attributesOf(service.attributes);
  return (
    <article className="relative flex h-full gap-3 rounded-2xl border-2 border-line bg-surface p-4 transition-transform duration-200 focus-within:border-faixa hover:-translate-y-0.5 hover:border-placa-text">
      <CategoryBadge category={category} />
      <div className="flex min-w-0 grow flex-col gap-1">
        <Heading className="text-xl wrap-anywhere">
          <a
            href={localePath(locale, servicePath(service))}
            data-sheet={service.slug}
            className="after:absolute after:inset-0 focus-visible:outline-none"
          >
            {service.name}
          </a>
        </Heading>
        <p className="text-sm text-muted">
          {kind}
          {service.city && ` · ${service.city.name}`}
          <span data-km="" className="ml-2 font-semibold text-rota-text tabular" />
        </p>
        <p className="line-clamp-3">{translated(service, "description", locale).text}</p>
        <p className="mt-auto flex flex-wrap gap-1.5 pt-1 empty:hidden">
          {service.isSponsored && (
            <span
              title={t("mark.sponsoredHint")}
              className="rounded-md border-2 border-line bg-raised px-2 py-0.5 text-sm font-semibold"
            >
              {t("mark.sponsored")}
            </span>
          )}
          {service.hasVoucher && (
            <span className="rounded-md border border-line px-2 py-0.5 text-sm font-semibold">
              {t("attribute.voucher")}
            </span>
          )}
          {attributes.map((name) => (
            <span key={name} className="rounded-md border border-line px-2 py-0.5 text-sm">
              {t(`attribute.${name}`)}
            </span>
          ))}
          {needsConfirmation({ ...service, kind: category.kind }) && (
            <PlaceMark title={t("mark.confirmHint")}>{t("mark.confirm")}</PlaceMark>
          )}
        </p>
      </div>
      <FavouriteButton
        item={{
          kind: "service",
          id: service.id,
          title: service.name,
          path: servicePath(service),
          state: service.state_abbr,
        }}
        className="-mr-2 -mt-2"
      />
    </article>
  );
}

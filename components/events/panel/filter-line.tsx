import { getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import type { AnswerChoice, RegistrationFilter } from "@/lib/events/panel/list/rules";
import { filterWords } from "./filter-words";

type Props = {
  /** Address of the list without a filter. */
  address: string;
  query: RegistrationFilter;
  types: readonly { id: string; name: string }[];
  answers: readonly AnswerChoice[];
  total: number;
  places: number;
};

/** How many registrations and places the list has, what it is filtered by, and a link that ends the filter. */
export async function FilterLine({ address, query, types, answers, total, places }: Props) {
  const t = await getTranslations("events/panel");
  const filters = await filterWords(query, { types, answers });
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      <strong role="status" className="tabular">
        {t("filter.found", { registrations: total, places })}
      </strong>
      {filters.length > 0 && (
        <>
          <span className="min-w-0 text-muted wrap-anywhere">
            {t("filter.filtered", { filters: filters.join(" · ") })}
          </span>
          <Link href={address} className="inline-flex min-h-11 items-center text-link underline underline-offset-4">
            {t("filter.clear")}
          </Link>
        </>
      )}
    </p>
  );
}

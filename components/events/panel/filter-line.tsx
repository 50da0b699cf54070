import { getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { filledFields, type AnswerChoice, type RegistrationFilter } from "@/lib/events/panel/list/rules";

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
  const option = () => {
    const question = answers.find(({ options }) => options.some(({ value }) => value === query.answer));
    const label = question?.options.find(({ value }) => value === query.answer)?.label;
    return question ? `${question.label}: ${label}` : query.answer;
  };
  const named = (name: "paid" | "documents" | "entered" | "attending", value: string) =>
    `${t(`filter.${name}`)}: ${value}`;
  const texts: Record<ReturnType<typeof filledFields>[number], () => string> = {
    q: () => `“${query.q}”`,
    type: () => types.find(({ id }) => id === query.type)?.name ?? "—",
    status: () => t(`status.${query.status || "pending"}`),
    paid: () => named("paid", t(`paid.${query.paid || "open"}`)),
    documents: () => named("documents", t(`papers.${query.documents || "missing"}`)),
    entered: () => named("entered", t(query.entered === "yes" ? "detail.yes" : "detail.no")),
    attending: () => named("attending", t(`attending.${query.attending || "unknown"}`)),
    answer: option,
    mark: () => t(`mark.${query.mark || "note"}`),
  };
  const filters = [
    ...filledFields(query).map((name) => texts[name]()),
    ...(query.ids.length > 0 ? [t("filter.selection", { count: query.ids.length })] : []),
  ];
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

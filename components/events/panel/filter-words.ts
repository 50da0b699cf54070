import { getTranslations } from "next-intl/server";
import { filledFields, type AnswerChoice, type RegistrationFilter } from "@/lib/events/panel/list/rules";

type Names = { types: readonly { id: string; name: string }[]; answers: readonly AnswerChoice[] };

/** What a filter of registrations limits, one text for each field, in the order of the fields. */
export async function filterWords(query: RegistrationFilter, { types, answers }: Names): Promise<string[]> {
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
  return [
    ...filledFields(query).map((name) => texts[name]()),
    ...(query.ids.length > 0 ? [t("filter.selection", { count: query.ids.length })] : []),
  ];
}

import type { ReactNode } from "react";
import { useTranslations } from "next-intl";
import { controlClass } from "@/components/ui/input";
import { LabelledInput } from "@/components/ui/labelled-input";
import { LabelledSelect } from "@/components/ui/labelled-select";
import {
  MARKS,
  MAX_SEARCH,
  YES_NO,
  type AnswerChoice,
  type RegistrationFilter as Filter,
} from "@/lib/events/panel/list/rules";
import type { RegistrationStatus } from "@/lib/events/panel/rules";
import {
  ATTENDANCE_ANSWERS,
  REGISTRATION_DOCUMENT_STATES,
  REGISTRATION_PAYMENT_STATES,
} from "@/lib/platform/supabase/database-constants/events";

type Props = {
  query: Filter;
  types: readonly { id: string; name: string }[];
  answers: readonly AnswerChoice[];
  statuses: readonly RegistrationStatus[];
  /** What follows the first line of fields, such as the button. */
  children?: ReactNode;
};
type Options = readonly (readonly [value: string, label: string])[];

/** Search and filters of registrations, for the list and for messages; `readRegistrationQuery` reads the names. */
export function FilterFields({ query, types, answers, statuses, children }: Props) {
  const t = useTranslations("events/panel");
  const select = (name: string, label: string, value: string, options: Options) => (
    <LabelledSelect
      name={name}
      label={label}
      value={value}
      options={options}
      all={t("filter.all")}
      className="grow sm:grow-0"
      width="sm:w-48"
    />
  );
  const { paid, documents, entered, attending, answer, mark } = query;
  const words = { yes: t("detail.yes"), no: t("detail.no") };
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <LabelledInput
          label={t("filter.search")}
          className="grow sm:max-w-lg"
          type="search"
          name="q"
          defaultValue={query.q}
          maxLength={MAX_SEARCH}
        />
        {select(
          "tipo",
          t("filter.type"),
          query.type,
          types.map(({ id, name }) => [id, name] as const),
        )}
        {select(
          "situacao",
          t("filter.status"),
          query.status,
          statuses.map((status) => [status, t(`status.${status}`)] as const),
        )}
        {children}
      </div>
      <details open={[paid, documents, entered, attending, answer, mark].some(Boolean)}>
        <summary className="min-h-11 w-fit cursor-pointer content-center font-semibold">{t("filter.more")}</summary>
        <div className="flex flex-wrap items-end gap-3 pt-1">
          {select(
            "pago",
            t("filter.paid"),
            paid,
            REGISTRATION_PAYMENT_STATES.map((state) => [state, t(`paid.${state}`)] as const),
          )}
          {select(
            "documentos",
            t("filter.documents"),
            documents,
            REGISTRATION_DOCUMENT_STATES.map((state) => [state, t(`papers.${state}`)] as const),
          )}
          {select(
            "entrou",
            t("filter.entered"),
            entered,
            YES_NO.map((one) => [one, words[one]] as const),
          )}
          {select(
            "vem",
            t("filter.attending"),
            attending,
            ATTENDANCE_ANSWERS.map((one) => [one, t(`attending.${one}`)] as const),
          )}
          {answers.length > 0 && <AnswerSelect label={t("filter.answer")} value={answer} answers={answers} />}
          {select(
            "marca",
            t("filter.mark"),
            mark,
            MARKS.map((one) => [one, t(`mark.${one}`)] as const),
          )}
        </div>
      </details>
    </>
  );
}

type AnswerProps = { label: string; value: string; answers: readonly AnswerChoice[] };

/** The questions of the form with the answers that one can choose. */
function AnswerSelect({ label, value, answers }: AnswerProps) {
  const t = useTranslations("events/panel.filter");
  return (
    <label className="grid grow gap-1 text-sm sm:grow-0">
      <span className="text-muted">{label}</span>
      <select key={value} name="resposta" defaultValue={value} className={`${controlClass} sm:w-64`}>
        <option value="">{t("all")}</option>
        {answers.map((question) => (
          <optgroup key={question.options[0]?.value ?? question.label} label={question.label}>
            {question.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

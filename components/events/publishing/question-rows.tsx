"use client";

import { ArrowUp, Plus, Trash2 } from "lucide";
import { useState } from "react";
import { CheckboxField } from "@/components/form/checkbox-field";
import { useFieldError } from "@/components/form/form-context";
import { Field } from "@/components/form/field";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import { rowsOf, withRow, type Row } from "@/lib/events/publishing/parts/rules";
import type { FormValues } from "@/lib/events/publishing/rules";
import { MAX_QUESTIONS, QUESTION_KINDS } from "@/lib/platform/supabase/database-constants/events";
import { useEventTexts } from "./event-texts";
import { FoldedFields } from "./folded-fields";

type Props = { prefix: string; values: FormValues; onKeep: () => void };

/** The questions that a kind of registration asks, in their order. */
export function QuestionRows({ prefix, values, onKeep }: Props) {
  const { questions } = useEventTexts().kind;
  const [rows, setRows] = useState(() => rowsOf(values, "questions"));
  const error = useFieldError(prefix);
  const change = (next: Row[]) => {
    setRows(next);
    requestAnimationFrame(onKeep);
  };
  const raise = (index: number) =>
    change([...rows.slice(0, index - 1), rows[index]!, rows[index - 1]!, ...rows.slice(index + 1)]);
  return (
    <>
      <p className="text-muted">{questions.lead}</p>
      {error && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      {rows.map((row, index) => (
        <QuestionRow
          key={row.key}
          prefix={`${prefix}.${index}`}
          number={index + 1}
          values={row.values}
          onRaise={index > 0 ? () => raise(index) : undefined}
          onRemove={() => change(rows.filter((one) => one !== row))}
        />
      ))}
      {rows.length < MAX_QUESTIONS && (
        <div>
          <Button variant="outline" size="sm" onClick={() => change(withRow(rows, { kind: "text" }))}>
            <Icon of={Plus} />
            {questions.add}
          </Button>
        </div>
      )}
    </>
  );
}

type RowProps = {
  prefix: string;
  number: number;
  values: FormValues;
  onRaise: (() => void) | undefined;
  onRemove: () => void;
};

function QuestionRow({ prefix, number, values, onRaise, onRemove }: RowProps) {
  const { kind: texts, form } = useEventTexts();
  const { questions } = texts;
  const [kind, setKind] = useState(values.kind ?? "text");
  const name = (field: string) => `${prefix}.${field}`;
  const isChoice = kind === "choice";
  const options = (field: "options" | "options_en" | "options_es", isNeeded = false) =>
    isChoice && (
      <TextAreaField
        name={name(field)}
        label={questions[field]}
        hint={questions.optionsHint}
        {...(!isNeeded && { optional: form.optional })}
        rows={3}
        defaultValue={values[field]}
      />
    );
  return (
    <fieldset className="grid gap-3 rounded-xl border-2 border-line p-4">
      <legend className="px-2 font-semibold">{questions.one.replace("{number}", String(number))}</legend>
      <input type="hidden" name={name("name")} value={values.name ?? ""} readOnly />
      <TextField name={name("label")} label={questions.label} defaultValue={values.label} maxLength={300} />
      <Field name={name("kind")} label={questions.kind}>
        {(control) => (
          <select {...control} className={controlClass} value={kind} onChange={({ target }) => setKind(target.value)}>
            {QUESTION_KINDS.map((one) => (
              <option key={one} value={one}>
                {questions.kinds[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {options("options", true)}
      <CheckboxField name={name("required")} label={questions.required} defaultChecked={values.required === "on"} />
      <FoldedFields prefix={prefix} title={questions.more} fields={FOLDED}>
        <TextField
          name={name("help")}
          label={questions.help}
          optional={form.optional}
          defaultValue={values.help}
          maxLength={300}
        />
        {(["en", "es"] as const).map((language) => (
          <div key={language} className="grid gap-3">
            <TextField
              name={name(`label_${language}`)}
              label={questions[`label_${language}`]}
              optional={form.optional}
              defaultValue={values[`label_${language}`]}
              maxLength={300}
            />
            {options(`options_${language}`)}
            <TextField
              name={name(`help_${language}`)}
              label={questions[`help_${language}`]}
              optional={form.optional}
              defaultValue={values[`help_${language}`]}
              maxLength={300}
            />
          </div>
        ))}
      </FoldedFields>
      <div className="flex flex-wrap gap-2">
        {onRaise && (
          <Button variant="ghost" size="sm" onClick={onRaise}>
            <Icon of={ArrowUp} />
            {questions.raise}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onRemove}>
          <Icon of={Trash2} />
          {questions.remove}
        </Button>
      </div>
    </fieldset>
  );
}

const FOLDED = ["help", "help_en", "help_es", "label_en", "label_es", "options_en", "options_es"];

"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { FormContext } from "@/components/form/form-context";
import { isReadable, qrText, type QrProblem } from "@/lib/guide/qr-codes/rules";
import { contentOf, isStarted, INITIAL_VALUES, type QrFormValues } from "./form-values";
import { ContentFields, type PageSuggestion } from "./content-fields";
import { encode, type QrDrawing } from "./draw";
import { StyleFields } from "./style-fields";
import { QrResult } from "./qr-result";
import { useStudioTexts } from "./qr-texts";

/** The field that shows a problem. */
const FIELD: Record<QrProblem, keyof Fields> = {
  pageInvalid: "page",
  linkInvalid: "link",
  phoneInvalid: "phone",
  phoneCountry: "phone",
  networkMissing: "network",
  passwordShort: "password",
  tooLong: "link",
};
type Fields = Partial<Record<"page" | "link" | "phone" | "network" | "password" | "dark", string>>;

type Props = { siteUrl: string; suggestions: readonly PageSuggestion[] };

const neverChanges = () => () => undefined;

/** Another page can prefill the form through the hash: `#pagina=/sc/rota/x&legenda=Serra`. */
function answersOfHash(hash: string): Partial<QrFormValues> {
  const given = new URLSearchParams(hash.slice(1));
  const path = given.get("pagina");
  return path ? { path: path.slice(0, 400), caption: (given.get("legenda") ?? "").slice(0, 80) } : {};
}

/** Creates QR codes in the browser only; the encoder is loaded with the first input. */
export function QrStudio({ siteUrl, suggestions }: Props) {
  const texts = useStudioTexts();
  const hash = useSyncExternalStore(
    neverChanges,
    () => location.hash,
    () => "",
  );
  const [changes, setChanges] = useState<Partial<QrFormValues>>({});
  const answers: QrFormValues = { ...INITIAL_VALUES, ...answersOfHash(hash), ...changes };
  const change = (more: Partial<QrFormValues>) => setChanges((before) => ({ ...before, ...more }));
  const started = isStarted(answers);
  const result = qrText(contentOf(answers), siteUrl);
  const errors: Fields = started && "problem" in result ? { [FIELD[result.problem]]: result.problem } : {};
  if (!isReadable(answers.dark, answers.light)) errors.dark = "contrast";
  const text = started && "text" in result && !errors.dark ? result.text : "";
  const drawing = useDrawing(text, answers);
  return (
    <FormContext value={{ errors, texts: texts.problems, busy: false }}>
      <div className="grid items-start gap-8 lg:grid-cols-[1.4fr_1fr]">
        <form
          onSubmit={(event) => event.preventDefault()}
          className="grid gap-4 rounded-2xl border-2 border-line bg-surface p-5 sm:p-6"
        >
          <ContentFields answers={answers} suggestions={suggestions} onChange={change} />
          <StyleFields answers={answers} onChange={change} />
        </form>
        <QrResult drawing={drawing} text={text} answers={answers} site={new URL(siteUrl).host} />
      </div>
    </FormContext>
  );
}

/** The drawing of a text, updated shortly after the last keystroke; null while there is none. */
function useDrawing(text: string, { dark, light, level }: QrFormValues): QrDrawing | null {
  const [drawing, setDrawing] = useState<QrDrawing | null>(null);
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      const ready = text ? encode(text, { dark, light, level }) : Promise.resolve(null);
      ready.then((made) => current && setDrawing(made)).catch(() => current && setDrawing(null));
    }, 150);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, dark, light, level]);
  return text ? drawing : null;
}

import { Copy, MessageCircle, MessageSquareText } from "lucide";
import { useContext, useId, useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { controlClass, Input } from "@/components/ui/input";
import { helpMessage, roadName, smsLink, type Located, type RoadPlace } from "@/lib/guide/breakdown/rules";
import { formatDeviceMoment } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { whatsappShare } from "@/lib/platform/whatsapp";
import { GarageCars } from "./garage-cars";
import { Labelled } from "./labelled";
import { useBreakdownTexts } from "./breakdown-texts";

type Props = {
  symptoms: readonly string[];
  locale: Locale;
  at: (Located & { at: string }) | null;
  town: { name: string; uf: string; km: number | null } | null;
  road: RoadPlace | null;
};

const WIDE = "justify-center text-center";
const MAX_LENGTH = 120;

/** A text with what is known, sent by the person; nothing of it is stored. */
export function HelpMessage({ symptoms, locale, at, town, road }: Props) {
  const { panel: texts, text: messageTexts } = useBreakdownTexts();
  const [typedRoad, setRoad] = useState("");
  const { driven, cars } = useContext(GarageCars);
  const [typedCar, setCar] = useState<string | null>(null);
  const car = typedCar ?? driven?.name ?? "";
  const carList = useId();
  const [problem, setProblem] = useState("");
  const [openedAt] = useState(() => new Date().toISOString());
  const hydrated = useHydrated();
  const [result, setResult] = useState<"copied" | "notCopied" | null>(null);
  const foundRoad = road && (road.km === null ? roadName(road.road) : `${roadName(road.road)}, km ~${road.km}`);
  const message = helpMessage(
    messageTexts,
    {
      at,
      town,
      road: typedRoad.trim() || (foundRoad ?? ""),
      car: car.trim(),
      problem,
      // The server renders the page hours earlier and in another time zone.
      time: hydrated ? formatDeviceMoment(at?.at ?? openedAt, locale) : "",
    },
    locale,
  );
  const copy = () =>
    navigator.clipboard.writeText(message).then(
      () => setResult("copied"),
      () => setResult("notCopied"),
    );
  return (
    <section aria-labelledby="message-title" className="page mt-12">
      <h2 id="message-title" className="display-2">
        {texts.message}
      </h2>
      <p className="mt-1 text-muted">{texts.messageLead}</p>
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        <Labelled label={texts.roadField} hint={texts.roadHint}>
          {(id) => (
            <Input id={id} value={typedRoad} maxLength={MAX_LENGTH} onChange={(event) => setRoad(event.target.value)} />
          )}
        </Labelled>
        <Labelled label={texts.carField} hint={texts.carHint}>
          {(id) => (
            <>
              <Input
                id={id}
                value={car}
                list={cars.length > 0 ? carList : undefined}
                maxLength={MAX_LENGTH}
                onChange={(event) => setCar(event.target.value)}
              />
              <datalist id={carList}>
                {cars.map(({ id: key, name }) => (
                  <option key={key}>{name}</option>
                ))}
              </datalist>
            </>
          )}
        </Labelled>
        <Labelled label={texts.problemField}>
          {(id) => (
            <select
              id={id}
              value={problem}
              onChange={(event) => setProblem(event.target.value)}
              className={controlClass}
            >
              <option value="">{texts.pick}</option>
              {symptoms.map((symptom) => (
                <option key={symptom}>{symptom}</option>
              ))}
            </select>
          )}
        </Labelled>
      </div>
      <p className="mt-4 text-sm text-muted" id="message-text">
        {texts.preview}
      </p>
      <pre
        aria-labelledby="message-text"
        data-slot="help-message"
        className="mt-1 rounded-2xl border-2 border-line bg-surface p-4 font-sans wrap-anywhere whitespace-pre-wrap select-all"
      >
        {message}
      </pre>
      <div className="mt-3 grid gap-3 sm:grid-cols-3">
        <a
          href={whatsappShare(message)}
          target="_blank"
          rel="noopener"
          className={buttonClass({ look: "rota", size: "hero", font: "sign", className: WIDE })}
        >
          <Icon of={MessageCircle} className="size-6" />
          {texts.whatsapp}
        </a>
        <a
          href={smsLink(message)}
          className={buttonClass({ look: "primary", size: "hero", font: "sign", className: WIDE })}
        >
          <Icon of={MessageSquareText} className="size-6" />
          {texts.sms}
        </a>
        <button
          type="button"
          onClick={() => void copy()}
          className={buttonClass({ look: "surface", size: "hero", font: "sign", className: WIDE })}
        >
          <Icon of={Copy} className="size-6" />
          {texts.copy}
        </button>
      </div>
      <p role="status" className="mt-2 min-h-6">
        {result && texts[result]}
      </p>
    </section>
  );
}

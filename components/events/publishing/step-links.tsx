import { cn } from "@/components/ui/cn";
import { EVENT_STEPS, type EventStep } from "@/lib/events/publishing/rules";
import { useEventTexts } from "./event-texts";

type Props = { step: EventStep; onGo: (step: EventStep) => void };

/** Buttons of all steps; each can be opened at any time. */
export function StepLinks({ step, onGo }: Props) {
  const texts = useEventTexts();
  return (
    <nav aria-label={texts.form.stepsLabel} className="mb-3">
      <ol className="flex flex-wrap gap-1">
        {EVENT_STEPS.map((one, index) => (
          <li key={one}>
            <button
              type="button"
              aria-current={one === step ? "step" : undefined}
              onClick={() => onGo(one)}
              className={cn(
                "min-h-11 rounded-lg px-3 text-muted hover:bg-raised",
                one === step && "bg-raised font-semibold text-text",
              )}
            >
              {`${index + 1}. ${texts.steps[one]}`}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

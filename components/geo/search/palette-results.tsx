import { Command } from "cmdk";
import { ArrowRight, Clock, Search, Trash2, WifiOff, type IconNode } from "lucide";
import { useState, type ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import type { Locale } from "@/lib/platform/i18n/routing";
import { searchPath, type SearchResult } from "@/lib/geo/search/rules";
import { KIND_ICON } from "./kind-icons";
import { MarkedText } from "./marked-text";
import { quickCommands } from "./quick-commands";
import { forgetSearches, recentSearches } from "./recent-searches";
import type { SearchState } from "./use-search";
import { useSearchTexts } from "./search-texts";

type Props = {
  locale: Locale;
  query: string;
  state: SearchState;
  retry: () => void;
  ask: (query: string) => void;
  go: (href: string) => void;
};

const GROUP =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-muted";

function Item({
  value,
  icon,
  onSelect,
  children,
}: {
  value: string;
  icon: IconNode;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 data-[selected=true]:bg-raised data-[selected=true]:outline-2 data-[selected=true]:-outline-offset-2 data-[selected=true]:outline-faixa"
    >
      <Icon of={icon} className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 grow">{children}</span>
    </Command.Item>
  );
}

/** Content of the palette below the input: results by kind, shortcuts, recent searches and errors. */
export function PaletteResults({ locale, query, state, retry, ask, go }: Props) {
  const texts = useSearchTexts();
  const { palette, kind } = texts;
  const typed = query.trim();
  const commands = quickCommands(typed, locale);
  return (
    <>
      <Status state={state} typed={typed} retry={retry} />
      <Command.List label={palette.title} className="grow overflow-y-auto overscroll-contain p-2">
        {state.phase === "done" &&
          state.answer.groups.map((group) => (
            <Command.Group key={group.kind} heading={kind[group.kind]} className={GROUP}>
              {group.results.map((result) => (
                <Item
                  key={result.href}
                  value={result.href}
                  icon={KIND_ICON[result.kind]}
                  onSelect={() => go(result.href)}
                >
                  <ResultLine result={result} query={typed} mark={texts.fallback} />
                </Item>
              ))}
            </Command.Group>
          ))}
        {commands.length > 0 && (
          <Command.Group heading={palette.goTo} className={GROUP}>
            {commands.map(({ label, href }) => (
              <Item key={href + label} value={`goto ${href} ${label}`} icon={ArrowRight} onSelect={() => go(href)}>
                {label}
              </Item>
            ))}
          </Command.Group>
        )}
        {!typed && <RecentSearches ask={ask} />}
        {typed.length > 1 && (
          <Command.Group>
            <Item value="all" icon={Search} onSelect={() => go(searchPath(locale, { q: typed }))}>
              {(state.phase === "offline" ? palette.kept : palette.all).replace("{q}", typed)}
            </Item>
          </Command.Group>
        )}
      </Command.List>
    </>
  );
}

function ResultLine({ result, query, mark }: { result: SearchResult; query: string; mark: string }) {
  return (
    <>
      <span className="flex items-baseline gap-2">
        <span className="truncate">
          <MarkedText text={result.title} query={query} />
        </span>
        {result.state && <span className="shrink-0 text-sm text-muted">{result.state}</span>}
      </span>
      {result.summary && (
        <span
          className="block truncate text-sm text-muted"
          title={result.fallback ? mark : undefined}
          lang={result.fallback ? "pt-BR" : undefined}
        >
          {result.summary}
        </span>
      )}
    </>
  );
}

function Status({ state, typed, retry }: { state: SearchState; typed: string; retry: () => void }) {
  const { palette } = useSearchTexts();
  const statusText = {
    idle: "",
    loading: palette.loading,
    offline: palette.offline,
    failed: palette.failed,
    done: state.phase === "done" && state.answer.total > 0 ? "" : palette.none.replace("{q}", typed),
  }[state.phase];
  const counted =
    state.phase === "done" && state.answer.total > 0
      ? palette.found.replace("{count}", String(state.answer.total))
      : "";
  return (
    <div role="status" className={statusText ? "flex flex-wrap items-center gap-x-3 px-5 pt-3 text-muted" : "sr-only"}>
      {state.phase === "offline" && <Icon of={WifiOff} className="size-5 shrink-0" />}
      <span className="min-w-0 grow break-words basis-48">{statusText || counted}</span>
      {state.phase === "failed" && (
        <button type="button" onClick={retry} className="min-h-11 rounded-lg px-3 text-link underline">
          {palette.retry}
        </button>
      )}
    </div>
  );
}

function RecentSearches({ ask }: { ask: (query: string) => void }) {
  const { palette } = useSearchTexts();
  const [recent, setRecent] = useState(recentSearches);
  if (recent.length === 0) return null;
  const forget = () => {
    forgetSearches();
    setRecent([]);
  };
  return (
    <Command.Group heading={palette.recent} className={GROUP}>
      {recent.map((query) => (
        <Item key={query} value={`recent ${query}`} icon={Clock} onSelect={() => ask(query)}>
          {query}
        </Item>
      ))}
      <Item value="recent-clear" icon={Trash2} onSelect={forget}>
        {palette.clear}
      </Item>
    </Command.Group>
  );
}

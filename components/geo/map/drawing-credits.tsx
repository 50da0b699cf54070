import { lineAuthors } from "@/lib/geo/downloads/rules";

/** Authors of the lines of routes, below a drawing of several routes. */
export function DrawingCredits() {
  return (
    <p className="mt-1 text-right text-xs text-muted">
      {lineAuthors(["omt", "dnit"]).map(({ name, url }, index) => (
        <span key={name}>
          {index > 0 && " · "}
          {url ? <a href={url}>{name}</a> : name}
        </span>
      ))}
    </p>
  );
}

/** The part of autocannon that the benches use; the package ships no types. */
declare module "autocannon" {
  type Request = { path: string; setupRequest?: (request: { path: string }) => { path: string } };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    headers: Record<string, string>;
    requests?: Request[];
  };
  type Result = Record<"2xx" | "3xx" | "4xx" | "5xx" | "non2xx" | "errors", number>;
  export default function autocannon(options: Options): Promise<Result>;
}

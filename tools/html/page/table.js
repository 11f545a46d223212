// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables that a click sorts and words filter.

const shownRows = 100;

// columns: [{head (or head()), value(row), text(row), number, cell(row)}]; options: sort
// (column), filter (whether there is a box), onRow, isChosen, label, total.
class DataTable {
  constructor(place, columns, options = {}) {
    this.columns = columns;
    this.options = options;
    this.sort = options.sort ?? null;
    this.down = this.sort === null || columns[this.sort].number;
    this.words = "";
    this.most = options.most ?? shownRows;
    this.rows = [];
    if (options.filter)
      place.append(
        (this.box = make("input.filter", {
          type: "search",
          placeholder: "filter rows",
          "aria-label": "filter rows of " + options.label,
          oninput: () => {
            this.words = this.box.value.toLowerCase();
            this.draw();
          },
        })),
      );
    this.table = make("table", { "aria-label": options.label });
    place.append(
      make(
        "div.scrolls",
        { tabindex: "0", role: "region", "aria-label": options.label },
        this.table,
      ),
    );
  }
  set(rows) {
    this.rows = rows;
    this.draw();
  }
  draw() {
    const { columns } = this;
    const rows = this.wanted();
    const head = make("tr");
    columns.forEach((column, i) => head.append(this.headOf(column, i)));
    const body = make("tbody");
    for (const row of rows.slice(0, this.most)) body.append(this.rowOf(row));
    empty(this.table).append(make("thead", null, head), body);
    if (rows.length > this.most)
      body.append(
        make(
          "tr",
          null,
          make(
            "td",
            { colspan: columns.length },
            make(
              "button.more",
              {
                type: "button",
                onclick: () => {
                  this.most = Infinity;
                  this.draw();
                },
              },
              `${rows.length - this.most} more`,
            ),
          ),
        ),
      );
    if (this.options.total)
      this.table.append(make("tfoot", null, this.rowOf(this.options.total())));
  }
  wanted() {
    let rows = this.rows;
    if (this.words)
      rows = rows.filter((row) =>
        this.columns.some((c) =>
          String(this.text(c, row)).toLowerCase().includes(this.words),
        ),
      );
    if (this.sort === null) return rows;
    const of = this.columns[this.sort].value;
    const sign = this.down ? -1 : 1;
    return [...rows].sort((a, b) => {
      const x = of(a),
        y = of(b);
      if (typeof x === "string") return sign * x.localeCompare(y);
      return sign * ((x ?? -1) - (y ?? -1));
    });
  }
  text(column, row) {
    return column.text ? column.text(row) : (column.value(row) ?? "");
  }
  headOf(column, i) {
    const sorted = this.sort === i;
    const th = make(column.number ? "th.number" : "th", {
      scope: "col",
      "aria-sort": sorted ? (this.down ? "descending" : "ascending") : null,
    });
    th.append(
      make(
        "button",
        {
          type: "button",
          title: column.hint,
          onclick: () => {
            this.down = sorted ? !this.down : Boolean(column.number);
            this.sort = i;
            this.draw();
            this.table.querySelectorAll("th button")[i].focus();
          },
        },
        typeof column.head === "function" ? column.head() : column.head,
        sorted ? (this.down ? " \u25be" : " \u25b4") : "",
      ),
    );
    return th;
  }
  rowOf(row) {
    const { onRow, isChosen } = this.options;
    const tr = make(
      "tr",
      onRow && !row.isTotal
        ? { "aria-selected": String(Boolean(isChosen?.(row))) }
        : null,
    );
    this.columns.forEach((column, i) => {
      const content = column.cell ? column.cell(row) : this.text(column, row);
      const td = make(
        column.number ? "td.number" : "td",
        column.title ? { title: column.title(row) } : null,
      );
      if (i === 0 && onRow && !row.isTotal)
        td.append(make("button.pick", { type: "button" }, content));
      else add(td, content);
      tr.append(td);
    });
    if (onRow && !row.isTotal) tr.addEventListener("click", () => onRow(row));
    return tr;
  }
}

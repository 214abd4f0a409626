import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusHomeAssistant

@Suite("Response templates")
struct ResponseTemplateTests {
    private func render(_ template: String, _ values: [String: TemplateValue] = [:]) throws -> String {
        try ResponseTemplate(template).render(values)
    }

    @Test(
        "expressions, filters, tests and statements mean what they mean in Jinja",
        arguments: [
            ("{{ 1 + 2 * 3 }} {{ 7 // 2 }} {{ 7 % 4 }} {{ 1 / 2 }}", "7 3 3 0.5"),
            ("{{ 'a' ~ 1 }} {{ 3 if false else 4 }} {{ not none }}", "a1 4 True"),
            ("{{ [1, 2, 3][:2] | join(', ') }} {{ 'abc'[-1] }} {{ (1, 2) | last }}", "1, 2 c 2"),
            ("{{ {1: 'one', 'b': 2}.get(1) }} {{ {'a': 1}.get('x', 'none') }}", "one none"),
            ("{{ missing | default('d') }}{{ missing }} {{ missing is defined }}", "d False"),
            ("{{ '%' in '5 %' }} {{ 3 not in [1, 2] }} {{ 2 is even }}", "True True True"),
            ("{{ 'hello world' | capitalize }} {{ 'X'.lower() | upper | length }}", "Hello world 1"),
            ("{{ '{0:02d}:{1}'.format(7, 5) }} {{ 2.50 | round(1) }} {{ '3' | int + 1 }}", "07:5 2.5 4"),
            ("{% set x = 1 %}{% if x == 1: %}one{% elif x %}more{% else: %}none{% endif %}", "one"),
            ("{% for n in ['b','a'] | sort -%} {{ n }}{% if not loop.last %}, {% endif %}{%- endfor %}", "a, b"),
            ("{% set ns = namespace(n=0) %}{% for i in [1,2] %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}", "3"),
            ("{% set l = [] %}{% for i in [1,2] %}{% set _ = l.append(i) %}{% endfor %}{{ l | length }}", "2"),
            ("a {# comment #} b { c } {% for i in [] %}x{% else %}empty{% endfor %}", "a b { c } empty"),
            ("{{ -2 | abs }} {{ 'b,c'.split(',')[1] }} {{ 5.0 == 5 }} {{ 'is' }}", "-2 c True is"),
            ("{{ range(9223372036854775807, -9223372036854775807) | length }}", "0"),
            ("{% set t %}two words{% endset %}{{ t.split() | count }}", "2"),
        ])
    func meaning(_ template: String, _ expected: String) throws {
        #expect(try render(template) == expected)
    }

    @Test("what is not supported, wrong, or without end is refused")
    func refused() {
        for template in [
            "{% macro m() %}{% endmacro %}", "{{ states('a.b') }}", "{{ 1 | unknown }}", "{{ 1 / 0 }}", "{{ 'a' + 1 }}",
            "{% if 1 %}", "{{ (1 }}", "{{ 'a }}", "{% endfor %}",
            "{{ range(-9223372036854775807, 9223372036854775807) }}",
            "{% for i in range(1000) %}{% for j in range(1000) %}x{% endfor %}{% endfor %}",
            String(repeating: "{{ ((((", count: 1) + String(repeating: "(", count: 500),
        ] {
            #expect(throws: ResponseTemplateError.self, "\(template.prefix(60))") { try render(template) }
        }
    }

    @Test("Home Assistant's list of open windows reads as a person would say it")
    func list() throws {
        let template = """
            {% if query.matched %}
              {% set match = query.matched | map(attribute="name") | sort | list %}
              {% if match | length > 4 %}
                Yes, {{ match[:3] | join(", ") }} and {{ (match | length - 3) }} more
              {%- else -%}
                Yes,
                {% for name in match -%}
                  {% if not loop.first and not loop.last %}, {% elif loop.last and not loop.first %} and {% endif -%}
                  {{ name }}
                {%- endfor -%}
              {% endif %}
            {% else %}
              No
            {% endif %}
            """
        func open(_ names: [String]) throws -> String {
            let matched = TemplateValue.list(names.map { .map(["name": .text($0)]) })
            return try render(template, ["query": .map(["matched": matched])])
        }
        #expect(try open([]) == "No")
        #expect(try open(["Kitchen", "Attic"]) == "Yes, Attic and Kitchen")
        #expect(try open(["c", "b", "a"]) == "Yes, a, b and c")
        #expect(try open(["e", "d", "c", "b", "a"]) == "Yes, a, b, c and 2 more")
    }
}

"""Which routes a file declares, whatever framework it is written for."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.routes import declared_routes, normal


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", '@app.route("/kilns/<int:id>", methods=["GET", "PUT"])\ndef kiln(id): ...\n', {"GET /kilns/{}", "PUT /kilns/{}", "+ /kilns/{}"}),
        ("a.py", 'bp = Blueprint("k", __name__, url_prefix="/kilns")\n\n@bp.post("/fire")\ndef fire(): ...\n', {"POST /kilns/fire", "+ /kilns"}),
        ("a.py", 'router = APIRouter(prefix="/kilns")\n@router.get("/{id}/heat")\nasync def f(): ...\n', {"GET /kilns/{}/heat", "+ /kilns"}),
        ("a.py", 'app.router.add_get("/kilns/{id:\\\\d+}", kiln)\n', {"GET /kilns/{}"}),
        ("a.py", 'app = Application([(r"/kilns/([0-9]+)", KilnHandler)])\n', {"* /kilns/{}"}),
        ("urls.py", 'urlpatterns = [path("kilns/<slug:name>/", views.kiln)]\n', {"* /kilns/{}"}),
        ("a.py", 'requests.get("/kilns")\nclient.post("/kilns")\n', set[str]()),
        ("a.js", "app.get('/kilns/:id?', kiln)\napp.use('/api', router)\n", {"GET /kilns/{}", "+ /api"}),
        ("a.js", "fastify.route({ method: 'GET', url: '/kilns/*', handler })\n", {"* /kilns/{*}"}),
        ("a.ts", "@Controller('kilns')\nexport class Kilns {\n  @Get(':id')\n  one() {}\n}\n", {"GET /kilns/{}", "+ /kilns", "* /kilns"}),
        ("a.go", 'v1 := r.Group("/v1")\nv1.GET("/kilns/:id", kiln)\n', {"GET /v1/kilns/{}", "+ /v1"}),
        ("a.go", 'mux.HandleFunc("GET /kilns/{id}", kiln)\nhttp.HandleFunc("/ping/{$}", ping)\n', {"GET /kilns/{}", "* /ping"}),
        ("a.go", 'r.Route("/kilns", func(r chi.Router) { r.Method(http.MethodGet, "/{id}", h) })\n', {"* /kilns", "+ /kilns", "GET /{}"}),
        ("a.rs", 'Router::new().route("/kilns/{id}", get(kiln)).nest("/api", api)\n', {"* /kilns/{}", "+ /kilns/{}", "+ /api"}),
        ("a.rs", '#[get("/kilns/{id}")]\nasync fn kiln() {}\n', {"GET /kilns/{}"}),
        ("A.java", '@RequestMapping("/kilns")\npublic class K {\n @GetMapping("/{id}")\n K one() {}\n}\n', {"GET /kilns/{}", "+ /kilns", "* /kilns"}),
        ("A.java", '@Path("kilns")\npublic class K {\n @Path("{id}")\n K one() {}\n}\n', {"* /kilns/{}", "+ /kilns", "* /kilns"}),
        ("A.cs", '[Route("api/kilns")]\npublic class K {\n [HttpGet("{id}")]\n K One() {}\n}\n',
         {"GET /api/kilns/{}", "+ /api/kilns", "* /api/kilns"}),
        ("A.cs", 'app.MapGet("/kilns/{id}", One); // route\n', {"GET /kilns/{}"}),
        ("routes.rb", "resources :kilns\nget '/ping', to: 'x#y'\n",
         {"* /kilns", "* /kilns/{}", "* /kilns/new", "* /kilns/{}/edit", "+ /kilns/{}", "GET /ping"}),
        ("a.php", "Route::get('/kilns/{id}', [K::class, 'one']);\n", {"GET /kilns/{}"}),
        ("api.yaml", "openapi: 3.0.0\npaths:\n  /kilns/{id}:\n    get: {}\n", {"* /kilns/{}"}),
        ("other.yaml", "paths:\n  /kilns/{id}:\n    get: {}\n# route\n", set[str]()),
        ("a.py", "x = 1\n", set[str]()),
    ],
)  # fmt: skip
def test_declared(path: str, text: str, expected: set[str]) -> None:
    assert declared_routes(path, text.encode()) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("/a/:id/b", "/a/{}/b"), ("/a/{id}/", "/a/{}"), ("^/a/(?P<x>\\d+)$", "/a/{}"), ("/a/<path:rest>", "/a/{*}"), ("/a/*", "/a/{*}"),
        ("/a/$id", "/a/{}"),
        ("/a?x=1", "/a"), ("/", "/"), ("a", "/a"), ("/a/{rest...}", "/a/{*}"),
    ],
)  # fmt: skip
def test_parameters_are_written_alike(written: str, expected: str) -> None:
    assert normal(written) == expected


def test_what_is_no_text_declares_nothing() -> None:
    assert declared_routes("a.py", b"\xff\xfe route(\x00'/") == set()
